const LINES = new Set(
  'P DIV LI TR PRE H1 H2 H3 H4 H5 H6 BLOCKQUOTE FIGURE TABLE UL OL SECTION HEADER'.split(' '),
);

/** The text of a piece of the page as a reader would write it down: lines as lines, no buttons. */
export function textOf(node: Node): string {
  let text = '';
  const line = () => {
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  };
  const walk = (at: Node) => {
    if (at instanceof Text) {
      text += at.data;
      return;
    }
    if (at instanceof Element) {
      if (at.matches('button, figcaption, .sr-only, [hidden], svg, .diff-old, .diff-new')) return;
      if (at.tagName === 'BR') text += '\n';
      if (at.tagName === 'TD' && text !== '' && !text.endsWith('\n')) text += ' ';
    }
    const lines = at instanceof Element && LINES.has(at.tagName);
    if (lines) line();
    for (const child of at.childNodes) walk(child);
    if (lines) line();
  };
  walk(node);
  return text.replace(/\n{3,}/g, '\n\n').trim();
}
