import type { Attachment } from 'svelte/attachments';

/**
 * Links of rendered text have no address the browser would follow: a click, or
 * Enter on one that has the focus, asks first. One listener serves all rows.
 */
export function linkClicks(open: (href: string) => void): Attachment<HTMLElement> {
  function hrefOf(event: Event): string | null {
    const link = (event.target as Element | null)?.closest?.('a.md-link[data-href]');
    return link?.getAttribute('data-href') ?? null;
  }
  return (element) => {
    const click = (event: MouseEvent) => {
      const href = hrefOf(event);
      if (href === null) return;
      event.preventDefault();
      open(href);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.repeat || event.isComposing) return;
      const href = hrefOf(event);
      if (href === null) return;
      event.preventDefault();
      open(href);
    };
    element.addEventListener('click', click);
    element.addEventListener('keydown', key);
    return () => {
      element.removeEventListener('click', click);
      element.removeEventListener('keydown', key);
    };
  };
}

export interface LinkTarget {
  readonly allowed: boolean;
  readonly mail: boolean;
  /** The real host, as the browser would go to it, or the address written to. */
  readonly host: string;
}

/** What a link leads to, whatever its text says. Only web and mail addresses may open. */
export function linkTarget(href: string): LinkTarget {
  try {
    const url = new URL(href);
    if (url.protocol === 'http:' || url.protocol === 'https:') {
      return { allowed: url.host !== '', mail: false, host: url.host };
    }
    if (url.protocol === 'mailto:') {
      return { allowed: url.pathname !== '', mail: true, host: decodeURIComponent(url.pathname) };
    }
  } catch {
    // Not an address at all.
  }
  return { allowed: false, mail: false, host: '' };
}
