import { expect, it, vi } from 'vitest';
import { setBlock } from '../../shared/lib/inert-html';
import { linkClicks, linkTarget } from './link-clicks';

it.each([
  ['https://example.org/a?b', { allowed: true, mail: false, host: 'example.org' }],
  ['https://apple.com@evil.example/x', { allowed: true, mail: false, host: 'evil.example' }],
  ['http://xn--pple-43d.com/', { allowed: true, mail: false, host: 'xn--pple-43d.com' }],
  ['mailto:ada@example.org', { allowed: true, mail: true, host: 'ada@example.org' }],
  ['javascript:alert(1)', { allowed: false, mail: false, host: '' }],
  ['file:///etc/passwd', { allowed: false, mail: false, host: '' }],
  ['data:text/html,x', { allowed: false, mail: false, host: '' }],
  ['no address', { allowed: false, mail: false, host: '' }],
])('%s leads to', (href, target) => {
  expect(linkTarget(href)).toEqual(target);
});

it('a click on a link, or in it, asks; nothing else does', () => {
  const element = document.createElement('div');
  setBlock(
    element,
    '<a class="md-link" data-href="https://a.example"><em>x</em></a><a data-href="y">y</a>',
  );
  const open = vi.fn();
  linkClicks(open)(element);
  element.querySelector('em')!.click();
  element.querySelectorAll('a')[1]!.click();
  expect(open.mock.calls).toEqual([['https://a.example']]);
});
