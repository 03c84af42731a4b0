// An agent that says what a test wrote down, byte for byte: telling-agent.mjs PROTOCOL FILE.
// FILE holds { "first": […lines at the start], "turns": [[…lines], …], "complaints": […lines for
// the standard error] }. A line is an object, or a text that is said as it is; { "exit": 3 } ends the
// agent. "$TURN" in a line is the turn's id where the protocol has one. Every message plays the next
// turn, and the last one over and over; an agent that answers once plays the first.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [protocol, file] = process.argv.slice(2);
const { first = [], turns, complaints = [] } = JSON.parse(readFileSync(file, 'utf8'));

function say(lines, turn = '') {
  const end = lines.find((line) => line.exit !== undefined);
  if (end) process.exit(end.exit);
  const written = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  process.stdout.write(`${written.join('\n').replaceAll('$TURN', turn)}\n`);
}

for (const line of complaints) process.stderr.write(`${line}\n`);
const input = createInterface({ input: process.stdin });
switch (protocol) {
  case 'aionrs':
  case 'nuum': {
    say(first);
    let next = 0;
    input.on('line', (text) => {
      const line = JSON.parse(text);
      const isMessage = protocol === 'aionrs' ? line.type === 'message' : line.type === 'user';
      if (isMessage) say(turns[Math.min(next++, turns.length - 1)], line.msg_id);
      else if (line.type === 'ping') say([{ type: 'pong' }]);
    });
    input.on('close', () => process.exit(0));
    break;
  }
  default:
    // The answer does not depend on the message: all of it at once.
    say(turns[0]);
    input.on('line', () => {});
    input.close();
    process.stdin.destroy();
}
