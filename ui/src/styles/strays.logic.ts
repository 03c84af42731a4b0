import { parse, parseCss } from 'svelte/compiler';
import type { AST } from 'svelte/compiler';

/** A value that a sheet has made up instead of taking it from `tokens.css`. */
export interface Stray {
  property: string;
  value: string;
}

/** A property and what its value may be made of, one part of the value at a time. */
interface Rule {
  of: RegExp;
  part: RegExp;
}

const LENGTH = String.raw`var\(--s\d\w?\)`;
/** Nothing, a step of the scale, or steps added up; a share of the box or the window is no length. */
const SPACE = new RegExp(
  String.raw`^(?:0|auto|-?[\d.]+(?:%|vh)|${LENGTH}|(?:calc|max|min)\((?:[\s\d.*+/%,()-]|\dvh|${LENGTH}|var\(--(?:column|depth|head|control|control-small|target)\))*\))$`,
);

const RULES: readonly Rule[] = [
  { of: /^font-size$/, part: /^(?:var\(--t-\w+\)|inherit)$/ },
  {
    of: /^font$/,
    part: /^(?:inherit|var\(--(?:t-\w+|lh|mono|font|medium|strong)\)|\/|[\d.]+|italic)$/,
  },
  { of: /^font-weight$/, part: /^(?:var\(--(?:medium|strong)\)|400|inherit)$/ },
  { of: /^border(?:-\w+)*-radius$/, part: /^(?:0|inherit|var\(--(?:r\d|round)\))$/ },
  { of: /^(?:box|text)-shadow$/, part: /^(?:none|var\(--(?:shadow|ring)[\w-]*\),?)$/ },
  { of: /^(?:scroll-)?(?:padding|margin)(?:-[\w-]+)?$|^(?:row-|column-)?gap$/, part: SPACE },
  { of: /^z-index$/, part: /^(?:auto|var\(--z-\w+\))$/ },
  { of: /^outline$/, part: /^(?:none|var\(--focus\))$/ },
  { of: /^outline-offset$/, part: /^var\(--focus-\w+\)$/ },
  { of: /^(?:transition|animation)/, part: /^(?!-?[\d.]+m?s\b)/ },
];

const COLOUR = /^(?:#[\da-f]{3,8}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(.*)$/i;
const NAMED =
  /^(?:black|white|silver|gray|grey|red|maroon|yellow|olive|lime|green|aqua|teal|cyan|blue|navy|fuchsia|magenta|purple|orange|pink|brown|gold|beige|ivory|indigo|violet|salmon|coral|crimson|tomato)$/i;

/** The parts of a value at spaces and commas outside of brackets. */
function parts(value: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let part = '';
  for (const letter of `${value.replace(/\s*!important$/, '')} `) {
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (depth === 0 && /[\s,]/.test(letter)) {
      if (part !== '') found.push(part);
      part = '';
    } else part += letter;
  }
  return found;
}

/** Every word of a value, those inside of brackets too. */
function words(value: string): string[] {
  return parts(value).flatMap((part) => {
    const inside = /^(?!rgb|hsl|hwb|lab|lch|ok|color\()[\w-]+\((.*)\)$/i.exec(part)?.[1];
    return inside === undefined || part.startsWith('var(') || part.startsWith('url(')
      ? [part]
      : words(inside);
  });
}

function isStray({ property, value }: Stray): boolean {
  if (words(value).some((word) => COLOUR.test(word) || NAMED.test(word))) return true;
  return RULES.some(
    ({ of, part }) => of.test(property) && !parts(value).every((p) => part.test(p)),
  );
}

type Node = { type?: string; [key: string]: unknown };

function* declarations(node: unknown): Generator<Stray> {
  if (Array.isArray(node)) for (const child of node) yield* declarations(child);
  else if (node !== null && typeof node === 'object') {
    const { type, property, value, ...rest } = node as Node;
    if (type === 'Declaration') {
      // A name of one's own is a token of a part: what it holds is looked at as well.
      yield { property: String(property), value: String(value).replace(/\s+/g, ' ') };
    } else yield* declarations(Object.values(rest));
  }
}

/** What a sheet or the style of a component makes up, in order. */
export function strays(source: string, kind: 'svelte' | 'css'): Stray[] {
  const sheet: AST.CSS.StyleSheetBase | null | undefined =
    kind === 'css' ? parseCss(source) : parse(source, { modern: true }).css;
  return [...declarations(sheet?.children ?? [])].filter(isStray);
}
