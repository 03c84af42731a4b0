// What Linux tells of processes: time, memory, switches.
import { readFile, readdir } from 'node:fs/promises';

/** Ticks of /proc/<pid>/stat in a second (USER_HZ is 100 on every Linux a desktop has). */
const HERTZ = 100;

/** Processor seconds of a process, its threads included; 0 where it is gone. */
export async function processorSeconds(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (!stat) return 0;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / HERTZ;
}

/** Processor seconds of several, added. */
export async function processorOf(pids) {
  const all = await Promise.all(pids.map(processorSeconds));
  return all.reduce((sum, one) => sum + one, 0);
}

/** { rss, pss } of a process in bytes. */
export async function memory(pid) {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const kib = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return { rss: kib('Rss') * 1024, pss: kib('Pss') * 1024 };
}

export async function memoryOf(pids) {
  const all = await Promise.all(pids.map(memory));
  return all.reduce((sum, one) => ({ rss: sum.rss + one.rss, pss: sum.pss + one.pss }), { rss: 0, pss: 0 });
}

/** Voluntary context switches of all threads of processes, by thread. */
async function switches(pids) {
  const counts = new Map();
  for (const pid of pids) {
    for (const thread of await readdir(`/proc/${pid}/task`).catch(() => [])) {
      const status = await readFile(`/proc/${pid}/task/${thread}/status`, 'utf8').catch(() => '');
      counts.set(thread, Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0));
    }
  }
  return counts;
}

/** Counts them from now on; the function it gives says how many there were. */
export async function switchesFrom(pids) {
  const before = await switches(pids);
  return async () => {
    let sum = 0;
    // A thread that has ended takes its count with it.
    for (const [thread, count] of await switches(pids)) sum += Math.max(0, count - (before.get(thread) ?? 0));
    return sum;
  };
}

/** A process and everything below it. */
export async function treeOf(root) {
  const parents = new Map();
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
    if (stat) parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const tree = [root];
  for (let at = 0; at < tree.length; at++) {
    for (const [pid, parent] of parents) if (parent === tree[at]) tree.push(pid);
  }
  return tree;
}
