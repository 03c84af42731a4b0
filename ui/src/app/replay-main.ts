import { ReplayHost } from '../host/replay';
import type { Recording } from '../host/replay';
import { blockWrites } from '../shared/lib/inert-html';
import { start } from './start';

/*
 * The window in a plain browser, on a recording: `?recording=tour`, also
 * `&conversation=ID`, `&theme=dark`, `&window=conversation`, `&speed=0` for
 * everything at once.
 */
const wanted = new URLSearchParams(location.search);
const recordings = import.meta.glob<Recording>('../host/recordings/*.json', { import: 'default' });
const load = recordings[`../host/recordings/${wanted.get('recording') ?? 'tour'}.json`];

// What tests in a browser read: how often a block of the transcript was written.
Object.assign(globalThis, { parleyBlockWrites: blockWrites });

if (load) {
  void load().then((recording) => start(new ReplayHost(recording, wanted)));
} else {
  document.body.textContent = `There is no such recording. There are: ${Object.keys(recordings).join(', ')}`;
}
