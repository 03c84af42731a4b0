import { mount } from 'svelte';
import type { Host } from '../host/types';
import { preferredLanguage, useLanguage } from '../shared/lib/text/index.svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/controls.css';
import '../styles/pill.css';
import '../styles/rendered.css';
import { firstFrame } from '../shared/lib/frames';
import { guardInputMethod } from '../shared/lib/ime';
import App from './App.svelte';
import { loadTheRest } from './later';

/** Shows the window on a host. */
export async function start(host: Host): Promise<void> {
  const language = preferredLanguage(navigator.languages);
  if (language !== 'en') await useLanguage(language);
  // Before anything else listens.
  guardInputMethod(document);
  const target = document.getElementById('app');
  if (target) mount(App, { target, props: { host } });
  firstFrame(() => {
    void host.call('first_frame').catch(() => {});
    // What is loaded sooner keeps the first frame from the screen.
    setTimeout(loadTheRest, 0);
  });
}
