/*
 * The one place where HTML reaches the page (security §7). What comes here was
 * made by Parley's own renderer, which escapes by construction; nothing else in
 * the window may set HTML, and under the page's policy nothing else can.
 */

import { growthOf, textOf } from './grown-html';

interface HtmlPolicy {
  createHTML(html: string): unknown;
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML(html: string): string }): HtmlPolicy;
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy: HtmlPolicy = factory
  ? factory.createPolicy('parley-render', { createHTML: (html) => html })
  : { createHTML: (html) => html };

/** How often a block's DOM was written, and how often all of a block that was there; tests and measurements read it. */
export const blockWrites = { count: 0, whole: 0 };

/** Shows a rendered block in an element that held nothing. */
export function setBlock(element: Element, html: string): void {
  blockWrites.count++;
  element.innerHTML = policy.createHTML(html) as string;
}

/**
 * Changes an element that shows one block so that it shows the next version,
 * touching only the nodes that differ: a growing paragraph gets text appended,
 * and a selection in it survives. `before` is the HTML it shows; where that only grew,
 * nothing else is parsed.
 */
export function updateBlock(element: Element, html: string, before?: string): void {
  blockWrites.count++;
  if (before !== undefined && grow(element, before, html)) return;
  blockWrites.whole++;
  morphChildren(element, parsed(html));
}

function parsed(html: string): DocumentFragment {
  const next = document.createElement('template');
  next.innerHTML = policy.createHTML(html) as string;
  return next.content;
}

/** Elements in which text is not where it is written. */
const MOVES_TEXT = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup']);

/** Adds what the block grew by. Does nothing and says no where that could give other nodes. */
function grow(element: Element, before: string, html: string): boolean {
  const additions = growthOf(element, before, html);
  if (!additions) return false;
  const made: (readonly [to: Element, what: string | DocumentFragment])[] = [];
  for (const { to, html: added } of additions) {
    // The first line break in it is none.
    if (to.localName === 'pre' && !to.firstChild) return false;
    if (!added.includes('<')) {
      const text = MOVES_TEXT.has(to.localName) ? null : textOf(added);
      if (text === null) return false;
      made.push([to, text]);
    } else if (to instanceof HTMLElement) made.push([to, parsed(added)]);
    // The parts of a formula are elements of another kind.
    else return false;
  }
  for (const [to, what] of made) {
    const last = to.lastChild;
    const text = typeof what === 'string' ? what : what.firstChild;
    if (last instanceof Text && typeof text === 'string') last.appendData(text);
    else if (last instanceof Text && text instanceof Text) {
      last.appendData(text.data);
      text.remove();
      to.append(what);
    } else to.append(what);
  }
  return true;
}

function morphChildren(parent: Node, next: Node): void {
  let current = parent.firstChild;
  let wanted = next.firstChild;
  while (wanted) {
    const following = wanted.nextSibling;
    if (!current) {
      parent.appendChild(wanted);
    } else {
      const after: ChildNode | null = current.nextSibling;
      morphNode(parent, current, wanted);
      current = after;
    }
    wanted = following;
  }
  while (current) {
    const after: ChildNode | null = current.nextSibling;
    parent.removeChild(current);
    current = after;
  }
}

function morphNode(parent: Node, current: ChildNode, wanted: ChildNode): void {
  if (current instanceof Text && wanted instanceof Text) {
    if (current.data === wanted.data) return;
    if (wanted.data.startsWith(current.data)) {
      current.appendData(wanted.data.slice(current.data.length));
    } else current.data = wanted.data;
    return;
  }
  if (
    current instanceof Element &&
    wanted instanceof Element &&
    current.nodeName === wanted.nodeName &&
    sameAttributes(current, wanted)
  ) {
    morphChildren(current, wanted);
    return;
  }
  parent.replaceChild(wanted, current);
}

function sameAttributes(a: Element, b: Element): boolean {
  if (a.attributes.length !== b.attributes.length) return false;
  for (const { name, value } of b.attributes) {
    if (a.getAttribute(name) !== value) return false;
  }
  return true;
}
