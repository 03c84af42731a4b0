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

/** Notes how long a key takes from its event to the end of the frame that shows it. */
export const watchKeys = () => {
  window.benchKeys = [];
  addEventListener(
    'keydown',
    () => {
      const began = performance.now();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => window.benchKeys.push(performance.now() - began);
        channel.port2.postMessage(0);
      });
    },
    true,
  );
};

/** Notes, for each piece that carries its time of writing, when the frame with it was through. */
export const watchStamps = () => {
  window.benchStamps = [];
  const seen = new Set();
  new MutationObserver(() => {
    const text = document.querySelector('[data-testid="transcript"], [role="log"]')?.textContent ?? '';
    const fresh = [...text.matchAll(/⟦(\d+\.\d+)⟧/g)].map((match) => match[1]).filter((one) => !seen.has(one));
    for (const one of fresh) seen.add(one);
    if (fresh.length === 0) return;
    requestAnimationFrame(() => {
      const now = performance.timeOrigin + performance.now();
      for (const one of fresh) window.benchStamps.push(now - Number(one));
    });
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
};

/** Presses “Allow once” on each card as soon as it takes it, and notes when. */
export const allowAll = () => {
  window.benchAllowed = [];
  window.benchAllowing = setInterval(() => {
    const button = document.querySelector('[data-testid="allow-once"]');
    if (!button || button.disabled || button.getAttribute('aria-disabled') === 'true') return;
    window.benchAllowed.push(performance.timeOrigin + performance.now());
    button.click();
  }, 10);
};

/** Clicks on a conversation of the list and says how long the second frame with its rows took, and how many nodes it has. */
export const openTitled = (title, text, done) => {
  const item = [...document.querySelectorAll('[data-testid="conversation-item"]')].find((one) => one.textContent.includes(title));
  const began = performance.now();
  (item.closest('button') ?? item.querySelector('button') ?? item).click();
  const look = () => {
    const there = [...document.querySelectorAll('[data-testid^="row-"]')].some((row) => row.textContent.includes(text));
    if (!there) return requestAnimationFrame(look);
    requestAnimationFrame(() => done([performance.now() - began, document.querySelectorAll('main *').length]));
  };
  requestAnimationFrame(look);
};

/** Nodes of the transcript. */
export const mounted = () => document.querySelectorAll('main *').length;

/** When the first content was painted, in milliseconds since the epoch. */
export const firstPaint = () => {
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  return paint ? performance.timeOrigin + paint.startTime : null;
};
