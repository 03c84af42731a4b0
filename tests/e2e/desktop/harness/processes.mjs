// Who is still there: every process that carries the test's folder in its command, environment or place.
import { readdir, readFile, readlink } from 'node:fs/promises';

/**
 * @param {string} mark the test's own folder, unique to it
 * @returns {Promise<{ pid: number, state: string, command: string }[]>} zombies are not counted: they run nothing
 */
export async function processesOf(mark) {
  const found = [];
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    try {
      const [stat, cmdline, environ, cwd] = await Promise.all([
        readFile(`/proc/${pid}/stat`, 'utf8'),
        readFile(`/proc/${pid}/cmdline`, 'utf8'),
        readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
        readlink(`/proc/${pid}/cwd`).catch(() => ''),
      ]);
      const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
      if (state === 'Z' || ![cmdline, environ, cwd].some((text) => text.includes(mark))) continue;
      found.push({ pid, state, command: cmdline.replaceAll('\0', ' ').trim() });
    } catch {
      // It ended while it was looked at.
    }
  }
  return found;
}
