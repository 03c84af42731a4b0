// `tauri icon` writes sizes for every store there is: keep those the desktop needs.
import { readdir, rm } from 'node:fs/promises';

const folder = new URL('../../icons/', import.meta.url);
const kept = new Set([
  'parley.svg',
  '16x16.png',
  '24x24.png',
  '32x32.png',
  '48x48.png',
  '64x64.png',
  '128x128.png',
  '256x256.png',
  'icon.png',
  'icon.ico',
  'icon.icns',
]);

for (const entry of await readdir(folder)) {
  if (!kept.has(entry)) await rm(new URL(entry, folder), { recursive: true });
}
