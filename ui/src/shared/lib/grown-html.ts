/*
 * Where HTML that the renderer made grew. Text flows in at the end of a block: what was added
 * there is applied as it is, and the rest of the block is neither parsed again nor compared.
 * Nothing here makes HTML. What is not sure to give the same nodes as the whole would is left
 * to the one who compares everything.
 */

/** An element that ends at the end of a block's HTML, and the blanks after it. */
interface End {
  readonly name: string;
  readonly blanks: string;
}

/** What an element that is in the page got at its end, as HTML of whole elements and text. */
export interface Addition {
  readonly to: Element;
  readonly html: string;
}

const GREATER = 0x3e;
const SLASH = 0x2f;

/** Longer than any name of a character. */
const LONGEST_NAME = 40;

const isBlank = (code: number) => code === 0x20 || code === 0x0a;

/** The elements that end at the end of HTML, from the innermost on, and how much is before their ends. */
function endsOf(html: string): { ends: End[]; stem: number } {
  const ends: End[] = [];
  let stem = html.length;
  for (;;) {
    let at = stem;
    while (at > 0 && isBlank(html.charCodeAt(at - 1))) at--;
    if (html.charCodeAt(at - 1) !== GREATER) break;
    const open = html.lastIndexOf('<', at - 1);
    if (open < 0 || html.charCodeAt(open + 1) !== SLASH) break;
    ends.push({ name: html.slice(open + 2, at - 1), blanks: html.slice(at, stem) });
    stem = open;
  }
  return { ends: ends.reverse(), stem };
}

/** Whether HTML is cut at `end` neither within a tag nor within the name of a character. */
function cutsNothing(html: string, end: number): boolean {
  const last = html.slice(Math.max(0, end - LONGEST_NAME), end);
  const name = last.lastIndexOf('&');
  if (name >= 0 && last.indexOf(';', name) < 0) return false;
  return html.lastIndexOf('<', end - 1) <= html.lastIndexOf('>', end - 1);
}

const VOID = new Set(['br', 'hr', 'img', 'input', 'wbr', 'col']);
const TAG = /<(\/?)([a-z][a-z0-9]*)[^<>]*>/g;
/** What the renderer never writes as text, or a page reads as something else. */
const STRANGE = /[<>\r\0]/;

/** HTML from `from` on, cut where an element ends that began before; `null` where that are others than `ends`. */
function cutAtEnds(html: string, from: number, ends: readonly End[]): string[] | null {
  const runs: string[] = [];
  const open: string[] = [];
  let began = from;
  let seen = from;
  TAG.lastIndex = from;
  for (let tag = TAG.exec(html); tag; tag = TAG.exec(html)) {
    if (STRANGE.test(html.slice(seen, tag.index))) return null;
    seen = TAG.lastIndex;
    const name = tag[2]!;
    if (!tag[1]) {
      if (!VOID.has(name)) open.push(name);
    } else if (open.length > 0) {
      if (open.pop() !== name) return null;
    } else {
      if (ends[runs.length]?.name !== name) return null;
      runs.push(html.slice(began, tag.index));
      began = seen;
    }
  }
  if (open.length > 0 || runs.length < ends.length || STRANGE.test(html.slice(seen))) return null;
  runs.push(html.slice(began));
  return runs;
}

/** The elements of the page that end there, from the innermost on; `null` where it shows others. */
function elementsOf(root: Element, ends: readonly End[]): Element[] | null {
  const elements = [root];
  for (let n = ends.length - 1; n >= 0; n--) {
    const { name, blanks } = ends[n]!;
    let last = elements[0]!.lastChild;
    if (blanks) {
      if (!(last instanceof Text) || last.data !== blanks) return null;
      last = last.previousSibling;
    }
    if (!(last instanceof Element) || last.localName !== name) return null;
    elements.unshift(last);
  }
  return elements;
}

/**
 * What to add to which elements below `root`, which shows `before`, so that it shows `after`:
 * where something was put in among the ends of its last elements, and nothing else changed.
 * `null` where more did.
 */
export function growthOf(root: Element, before: string, after: string): Addition[] | null {
  const { ends, stem } = endsOf(before);
  if (!after.startsWith(before.slice(0, stem)) || !cutsNothing(before, stem)) return null;
  const runs = cutAtEnds(after, stem, ends);
  const elements = runs && elementsOf(root, ends);
  if (!elements) return null;
  const additions: Addition[] = [];
  for (const [n, run] of runs.entries()) {
    const there = n > 0 ? ends[n - 1]!.blanks : '';
    if (!run.startsWith(there)) return null;
    if (run.length > there.length)
      additions.push({ to: elements[n]!, html: run.slice(there.length) });
  }
  return additions;
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** HTML without a tag as text; `null` where it has a character by a name the renderer does not use. */
export function textOf(html: string): string | null {
  if (!html.includes('&')) return html;
  let unknown = false;
  const text = html.replace(/&[^;]*;?/g, (name) => {
    unknown ||= !(name in CHARACTERS);
    return CHARACTERS[name] ?? '';
  });
  return unknown ? null : text;
}
