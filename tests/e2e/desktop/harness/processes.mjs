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

/** How often the threads of a process have given the processor away of themselves: each time they woke for something. */
export async function wakesOf(pid) {
  let sum = 0;
  for (const thread of await readdir(`/proc/${pid}/task`).catch(() => [])) {
    const status = await readFile(`/proc/${pid}/task/${thread}/status`, 'utf8').catch(() => '');
    sum += Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  }
  return sum;
}
