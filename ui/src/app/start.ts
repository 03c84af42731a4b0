import { mount } from 'svelte';
import type { Host } from '../host/types';
import { preferredLanguage, useLanguage } from '../shared/lib/text/index.svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/controls.css';
import '../styles/pill.css';
import '../styles/rendered.css';
import { afterFrames, firstFrame } from '../shared/lib/frames';
import { guardInputMethod } from '../shared/lib/ime';
import { allCame, holdBack } from '../shared/lib/later.svelte';
import { systemTheme } from '../shared/lib/system-theme';
import App from './App.svelte';
import { loadTheRest } from './later';

/** Shows the window on a host. */
export async function start(host: Host): Promise<void> {
  const language = preferredLanguage(navigator.languages);
  if (language !== 'en') await useLanguage(language);
  systemTheme();
  // Before anything else listens.
  guardInputMethod(document);
  const drawn = new Promise<void>((resolve) => {
    firstFrame(() => {
      void host.call('first_frame').catch(() => {});
      resolve();
    });
    // Where nothing is drawn the parts come all the same.
    afterFrames(resolve);
  });
  holdBack(drawn);
  const target = document.getElementById('app');
  if (target) mount(App, { target, props: { host } });
  await drawn;
  // What is on the screen comes before what may be.
  await allCame();
  afterFrames(() => void loadTheRest());
}
