import { mount } from 'svelte';
import { approvalCard, composerTools, queueList } from '../app/later';
import { applySettings } from '../features/settings/settings.logic';
import type { Theme } from '../generated';
import { ReplayHost } from '../host/replay';
import type { Recording } from '../host/replay';
import tour from '../host/recordings/tour.json';
import { preferredLanguage, useLanguage } from '../shared/lib/text/index.svelte';
import { Session } from '../state/session.svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/controls.css';
import '../styles/pill.css';
import '../styles/rendered.css';
import { answers } from './answers';
import Gallery from './Gallery.svelte';
import './gallery.css';

/*
 * Every row kind and component in every state, on one page that is never
 * shipped: `?theme=dark`, `&text=130` for the size of text.
 */
const wanted = new URLSearchParams(location.search);

async function show() {
  document.documentElement.classList.add('gallery');
  const language = preferredLanguage(navigator.languages);
  if (language !== 'en') await useLanguage(language);
  const recording = tour as unknown as Recording;
  const host = new ReplayHost(
    { ...recording, answers: { ...recording.answers, ...answers(Date.now()) } },
    wanted,
  );
  const session = new Session(host);
  applySettings({
    theme: (wanted.get('theme') ?? 'light') as Theme,
    textPercent: Number(wanted.get('text') ?? 100),
  });
  // All of it is there from the first frame: nothing may change its size later.
  const parts = [approvalCard, composerTools, queueList].map((part) => part.load());
  await Promise.all([session.start(), document.fonts.ready, ...parts]);
  const target = document.getElementById('app');
  if (target) mount(Gallery, { target, props: { session } });
}
void show();
