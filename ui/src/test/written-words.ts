import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';

/** A text for a person that stands in a source of the window instead of in a catalogue. */
export interface Written {
  text: string;
  /** `features/nib/Field.svelte:12` */
  at: string;
}

const ROOT = join(import.meta.dirname, '..');

/** Sources that are no part of the window that is shipped, and the catalogues. */
const ELSEWHERE =
  /^(?:test|generated|gallery|shared\/lib\/text)\/|^host\/(?:replay\.ts|recordings\/)|^app\/replay-main\.ts|\.test\.ts$|\/text\.ts$/;

/** Attributes and properties that are read or heard. */
const HEARD =
  /^(?:title|label|placeholder|alt|summary|hint|help|note|none|text|message|heading|legend|caption|tooltip|aria-(?:label|description|roledescription|valuetext|placeholder|braillelabel))$/;

/** Attributes in whose expressions no text for a person stands. */
const UNHEARD =
  /^(?:class|\w+Class|id|type|role|name|for|style|testid|key|kind|slot|d|viewBox|data-.*|aria-.*|on.*|href|src|tag)$/;

/** Everything in the sources of the window that a person would read, but for the catalogues. */
export function writtenWords(): Written[] {
  return sources('').flatMap((path) => {
    const source = readFileSync(join(ROOT, path), 'utf8');
    const found = path.endsWith('.svelte') ? ofComponent(source) : ofScript(source);
    return found.map(({ text, line }) => ({ text, at: `${path}:${line}` }));
  });
}

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) return ELSEWHERE.test(`${path}/`) ? [] : sources(`${path}/`);
    return /\.(?:svelte|ts)$/.test(path) && !ELSEWHERE.test(path) ? [path] : [];
  });
}

interface Found {
  text: string;
  line: number;
}

/** What a file imports from catalogues: what is given to those is a key, not a text. */
function catalogueCalls(source: string): ReadonlySet<string> {
  const imports =
    /import \{([^}]*)\} from '(?:[^']*\/text(?:\/index\.svelte)?|\.\/index\.svelte)'/g;
  const names = [...source.matchAll(imports)].flatMap((match) => match[1]!.split(','));
  // Keys of a keyboard have names of their own in the catalogue.
  return new Set(['printed', ...names.map((name) => name.trim().split(' as ').pop()!)]);
}

/** Of a component: its text, its attributes that are heard, and the sentences in its code. */
export function ofComponent(source: string): Found[] {
  const root = parse(source, { modern: true });
  const keyed = catalogueCalls(source);
  const found: Found[] = [];
  const line = (at: number) => source.slice(0, at).split('\n').length;
  const tell = (text: string, at: number) => found.push({ text: text.trim(), line: line(at) });
  walk(root.fragment, '', keyed, (node, attribute) => {
    const at = Number(node['start'] ?? 0);
    if (node['type'] === 'Text') {
      const text = String(node['data']);
      if (attribute === '' || HEARD.test(attribute) ? isRead(text) : false) tell(text, at);
    } else if (node['type'] === 'Literal' && typeof node['value'] === 'string') {
      if (HEARD.test(attribute) ? isRead(node['value']) : isSentence(node['value']))
        tell(node['value'], at);
    } else if (node['type'] === 'TemplateElement') {
      const { cooked } = node['value'] as { cooked: string };
      // Beside a value in the text of the page a word alone is read too; `${id}-note` is a name.
      const beside = attribute === '' && /(?:^|\s)\p{L}/u.test(cooked);
      if (HEARD.test(attribute) ? isRead(cooked) : beside || isSentence(cooked)) tell(cooked, at);
    }
  });
  for (const script of [root.instance, root.module]) {
    if (!script) continue;
    const { start, end } = script.content as unknown as { start: number; end: number };
    for (const one of ofScript(source.slice(start, end), keyed)) {
      found.push({ text: one.text, line: one.line + line(start) - 1 });
    }
  }
  return found;
}

type Node = Record<string, unknown>;

/** Visits a tree of Svelte's, knowing in which attribute a node stands. */
function walk(
  node: unknown,
  attribute: string,
  keyed: ReadonlySet<string>,
  visit: (node: Node, attribute: string) => void,
): void {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, attribute, keyed, visit);
  } else if (typeof node === 'object' && node !== null) {
    const one = node as Node;
    let inside = attribute;
    if (one['type'] === 'Attribute') {
      inside = String(one['name']);
      if (UNHEARD.test(inside) && !HEARD.test(inside)) return;
    }
    if (
      /^(?:Class|Style|On|Transition|Animate|Use|Bind|Let)Directive$|^Comment$/.test(
        String(one['type']),
      )
    )
      return;
    // What a comparison or a call of a catalogue holds is not shown.
    if (one['type'] === 'BinaryExpression' && /^[!=]==?$/.test(String(one['operator']))) return;
    if (one['type'] === 'CallExpression') {
      const callee = one['callee'] as { type: string; name?: string };
      if (callee.type === 'Identifier' && keyed.has(callee.name ?? '')) {
        // The key; the values that fill its places are shown.
        walk((one['arguments'] as unknown[]).slice(1), inside, keyed, visit);
        return;
      }
    }
    if (typeof one['type'] === 'string') visit(one, inside);
    for (const [name, value] of Object.entries(one)) {
      if (name !== 'loc' && name !== 'metadata') walk(value, inside, keyed, visit);
    }
  }
}

/** Of a script: what looks like a sentence, and what a heard property is set to. */
export function ofScript(source: string, keyed = catalogueCalls(source)): Found[] {
  const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    // What is compared is a name in the program.
    if (ts.isBinaryExpression(node) && /^[!=]==?$/.test(node.operatorToken.getText())) return;
    if (ts.isCaseClause(node)) {
      for (const one of node.statements) visit(one);
      return;
    }
    if (ts.isCallExpression(node) && keyed.has(node.expression.getText())) {
      for (const one of node.arguments.slice(1)) visit(one);
      return;
    }
    if (ts.isCallExpression(node) && /\]\.includes$/.test(node.expression.getText())) return;
    // What a developer reads: a fault of the program.
    if (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) return;
    if (ts.isCallExpression(node) && node.expression.getText() === 'Symbol') return;
    if (ts.isCallExpression(node) && /^console\./.test(node.expression.getText())) return;
    // What is looked for in the page.
    if (
      ts.isCallExpression(node) &&
      /\.(?:querySelector(?:All)?|closest|matches)$/.test(node.expression.getText())
    )
      return;
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const text = node.text.trim();
      if (isHeardProperty(node) ? isRead(text) && !isName(text) : isSentence(text))
        found.push({ text, line });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** `title: 'Cancel'`, where the text is no name for something in the program. */
function isHeardProperty(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isPropertyAssignment(parent) &&
    parent.initializer === node &&
    HEARD.test(parent.name.getText())
  );
}

/** A key of a catalogue, or a name in the program. */
function isName(text: string): boolean {
  return /^[a-z][\w-]*(?:\.[\w-]+)*\.?$/.test(text);
}

/** Any letter that is no part of an entity. */
function isRead(text: string): boolean {
  return /\p{L}/u.test(text.replace(/&\w+;/g, ''));
}

/** Two words of which one is plain, or one that ends like a sentence. */
function isSentence(text: string): boolean {
  return (
    /(?:^|[\s(“„"'])\p{L}[\p{L}’']+[,:;]?\s+\p{L}[\p{L}’'-]*/u.test(text) ||
    /^\p{Lu}\p{Ll}+[.!?…]$/u.test(text) ||
    // A word alone, or one with signs after it: `Cancel`, `Ctrl ↵`.
    /^\p{Lu}\p{Ll}{2,}(?:$|\s+[^\s\p{L}]+$)/u.test(text)
  );
}
