import { expect, it } from 'vitest';
import type { Sheet } from './styled-document';
import { styledDocument } from './styled-document';

function setUp() {
  const kept: { css: string; sheet: Sheet }[] = [];
  const sheets = {
    make() {
      const entry = { css: '', sheet: { replaceSync: (css: string) => void (entry.css = css) } };
      kept.push(entry);
      return entry.sheet;
    },
    remove(sheet: Sheet) {
      kept.splice(
        kept.findIndex((one) => one.sheet === sheet),
        1,
      );
    },
  };
  return { kept, ...styledDocument(document, sheets) };
}

it('what is written into a style element is a sheet of the script, and leaves with it', () => {
  const { kept, document: styled, end } = setUp();
  expect(styled).toBeInstanceOf(Document);
  const first = styled.createElement('style');
  first.textContent = '.a { color: red }';
  first.textContent = '.a { color: blue }';
  const second = styled.createElement('style');
  second.textContent = '.b {}';
  document.body.append(first, second);
  expect(kept.map((one) => one.css)).toEqual(['.a { color: blue }', '.b {}']);
  expect(document.querySelectorAll('style')).toHaveLength(0);
  first.remove();
  expect(first.isConnected).toBe(false);
  expect(kept.map((one) => one.css)).toEqual(['.b {}']);
  end();
  expect(kept).toEqual([]);
  second.remove();
});

it('a style attribute is set through the style object, any other as it is', () => {
  const { document: styled } = setUp();
  const span = styled.createElement('span');
  span.setAttribute('style', `${span.getAttribute('style') || ''}color:#010203;`);
  span.setAttribute('style', `${span.getAttribute('style') || ''}letter-spacing:1px;`);
  span.setAttribute('aria-label', 'x');
  expect(span.style.color).toBe('rgb(1, 2, 3)');
  expect(span.style.letterSpacing).toBe('1px');
  expect(span.getAttribute('aria-label')).toBe('x');
  expect(styled.body).toBe(document.body);
});

it('the page makes elements in this way only while it is told to', () => {
  const { kept, during } = setUp();
  const before = document.createElement;
  during(() => {
    const style = document.createElement('style');
    style.textContent = '.c {}';
  });
  expect(() =>
    during(() => {
      throw new Error('x');
    }),
  ).toThrow('x');
  expect(kept.map((one) => one.css)).toEqual(['.c {}']);
  expect(document.createElement).toBe(before);
  expect(document.createElement('style')).toBeInstanceOf(HTMLStyleElement);
});
