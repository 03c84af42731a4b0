// The baseline: what a host written for Node does with a line. Prints nanoseconds of processor time a line.
import { createInterface } from 'node:readline';

let count = 0;
let length = 0;
const before = process.cpuUsage();
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const event = JSON.parse(line);
  if (event.type === 'text_delta') length += event.text.length;
  count++;
}
const spent = process.cpuUsage(before);
if (length === 0) throw new Error('nothing was read');
console.log(((spent.user + spent.system) * 1000) / count);
