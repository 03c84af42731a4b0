// An agent that asks what a test tells it to. It speaks the aionrs JSON Stream protocol; a message
// “ask NAME” makes it ask what NAME.json in its folder holds:
//   { "together": true, "asks": [{ "name", "category", "args", "description" }, …] }
// all at once, or else one after the other. What it is answered goes, a line each, to answers.log.
// A file “cancel” in the folder makes it take back what waits.
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

const send = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const note = (line) => appendFileSync('answers.log', `${line}\n`);

let turn = null;
let calls = 0;

function ask(one) {
  calls += 1;
  const call_id = `call-${calls}`;
  const { name, category = 'exec', args, description = '' } = one;
  turn.waiting.set(call_id, name);
  send({ type: 'tool_request', msg_id: turn.id, call_id, tool: { name, category, args, description } });
}

/** Asks on, or ends the turn. */
function goOn() {
  if (!turn || turn.waiting.size > 0) return;
  const next = turn.left.shift();
  if (next) ask(next);
  else {
    send({ type: 'text_delta', msg_id: turn.id, text: 'Done.' });
    send({ type: 'stream_end', msg_id: turn.id, usage: { input_tokens: 1, output_tokens: 1 } });
    turn = null;
  }
}

function settle(call_id, how, reason = '') {
  const name = turn?.waiting.get(call_id);
  note(`${call_id} ${how}${reason ? ` ${JSON.stringify(reason)}` : ''}${name === undefined ? ' LATE' : ''}`);
  if (name === undefined) return;
  turn.waiting.delete(call_id);
  const of = { msg_id: turn.id, call_id, tool_name: name };
  if (how === 'allow') {
    send({ type: 'tool_running', ...of });
    send({ type: 'tool_result', ...of, status: 'success', output: 'ran', output_type: 'text' });
  } else send({ type: 'tool_cancelled', ...of, reason });
  goOn();
}

setInterval(() => {
  if (!turn || !existsSync('cancel')) return;
  rmSync('cancel');
  for (const [call_id, tool_name] of turn.waiting) {
    send({ type: 'tool_cancelled', msg_id: turn.id, call_id, tool_name, reason: 'not needed any more' });
  }
  turn.waiting.clear();
  turn.left.length = 0;
  goOn();
}, 50).unref();

const lines = createInterface({ input: process.stdin });
lines.on('line', (text) => {
  const line = JSON.parse(text);
  switch (line.type) {
    case 'message': {
      turn = { id: line.msg_id, waiting: new Map(), left: [] };
      send({ type: 'stream_start', msg_id: turn.id });
      const named = /^ask (\S+)$/.exec(line.content ?? line.input);
      const script = named ? JSON.parse(readFileSync(`${named[1]}.json`, 'utf8')) : { asks: [] };
      if (script.together) for (const one of script.asks) ask(one);
      else turn.left = script.asks;
      goOn();
      break;
    }
    case 'tool_approve':
      settle(line.call_id, 'allow');
      break;
    case 'tool_deny':
      settle(line.call_id, 'deny', line.reason);
      break;
    case 'stop':
      if (turn) send({ type: 'stream_end', msg_id: turn.id });
      turn = null;
      break;
    case 'ping':
      send({ type: 'pong' });
      break;
    default:
      break;
  }
});
lines.on('close', () => process.exit(0));
send({ type: 'ready', version: '0.1.0', session_id: 'asking', capabilities: { tool_approval: true } });
