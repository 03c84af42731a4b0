// Functions that run in the page: given to it as text, so each stands alone.

/** Notes the time of every frame, from now on. */
export const watchFrames = () => {
  window.benchFrames = [];
  const note = (at) => {
    window.benchFrames.push(at);
    window.benchWatching = requestAnimationFrame(note);
  };
  cancelAnimationFrame(window.benchWatching);
  window.benchWatching = requestAnimationFrame(note);
};

/** The frames noted, as the times between them; stops noting. */
export const frameIntervals = () => {
  cancelAnimationFrame(window.benchWatching);
  return window.benchFrames.slice(1).map((at, index) => at - window.benchFrames[index]);
};

/** Counts the calls to Parley. */
export const watchCalls = () => {
  const real = window.fetch;
  window.benchCalls = 0;
  window.fetch = (...args) => {
    window.benchCalls++;
    return real(...args);
  };
};

/**
 * Notes how long a key takes from its event to the end of the frame that shows it. One channel tells
 * of all of them: with each message the engine looks through every channel there ever was, and with
 * one for each key (or frame) it was that what was measured.
 */
export const watchKeys = () => {
  window.benchKeys = [];
  const pressed = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => window.benchKeys.push(performance.now() - pressed.shift());
  addEventListener(
    'keydown',
    () => {
      const began = performance.now();
      requestAnimationFrame(() => {
        pressed.push(began);
        port2.postMessage(0);
      });
    },
    true,
  );
};

/**
 * Notes, for each piece that carries its time of writing, when the frame that first shows it was through.
 * A patch that comes inside a frame is in that very frame, any other in the next, which the engine
 * begins at once where it may draw without waiting for the screen.
 */
export const watchStamps = () => {
  window.benchStamps = [];
  const seen = new Set();
  const ask = window.requestAnimationFrame.bind(window);
  let inFrame = false;
  // One channel, as for the keys.
  const drawn = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => drawn.shift()();
  const painted = (then) => {
    drawn.push(then);
    port2.postMessage(0);
  };
  window.requestAnimationFrame = (callback) =>
    ask((at) => {
      inFrame = true;
      painted(() => (inFrame = false));
      callback(at);
    });
  new MutationObserver(() => {
    const text = document.querySelector('[data-testid="transcript"]')?.textContent ?? '';
    const fresh = [...text.matchAll(/⟦(\d+\.\d+)⟧/g)].map((match) => match[1]).filter((one) => !seen.has(one));
    for (const one of fresh) seen.add(one);
    if (fresh.length === 0) return;
    const note = () => {
      const now = performance.timeOrigin + performance.now();
      for (const one of fresh) window.benchStamps.push(now - Number(one));
    };
    if (inFrame) painted(note);
    else ask(() => painted(note));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
};

/** Counts what changes in rows and blocks that are finished, while the last one grows. */
export const watchFinished = () => {
  window.benchTouched = [];
  window.benchTouches?.disconnect();
  const rows = [...document.querySelectorAll('[data-place]')];
  const blocks = [...rows.at(-1).querySelectorAll('.segment > *')].slice(0, -2);
  const finished = new Set([...rows.slice(0, -1), ...blocks]);
  window.benchFinished = finished.size;
  window.benchTouches = new MutationObserver((changes) => {
    for (const { target, type } of changes) {
      // What is out of sight may go as a whole; what is taken here is a change inside.
      for (let at = target; at; at = at.parentNode) {
        if (!finished.has(at) || (at === target && type === 'attributes')) continue;
        window.benchTouched.push(`${at.className || at.nodeName} ${type}`);
        break;
      }
    }
  });
  window.benchTouches.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
};

/** Notes when “Allow once” is clicked. */
export const watchAllows = () => {
  window.benchAllowed = [];
  addEventListener(
    'click',
    ({ target }) => {
      if (target.closest('[data-testid="allow-once"]')) window.benchAllowed.push(performance.timeOrigin + performance.now());
    },
    true,
  );
};

/** Whether a conversation is in the list. */
export const lists = (title) =>
  [...document.querySelectorAll('[data-testid="conversation-item"]')].some((one) => one.textContent.includes(title));

/** Clicks on a conversation of the list and says how long the second frame with its rows took, and how many nodes it has. */
export const openTitled = (title, text, done) => {
  const item = [...document.querySelectorAll('[data-testid="conversation-item"]')].find((one) => one.textContent.includes(title));
  const began = performance.now();
  item.click();
  const look = () => {
    const there = [...document.querySelectorAll('[data-testid^="row-"]')].some((row) => row.textContent.includes(text));
    if (!there) return requestAnimationFrame(look);
    requestAnimationFrame(() => done([performance.now() - began, document.querySelectorAll('main *').length]));
  };
  requestAnimationFrame(look);
};

/** Nodes of the transcript. */
export const mounted = () => document.querySelectorAll('main *').length;
