let styles: Promise<void> | undefined;

/**
 * The styles of all that is shown after the first frame: once they are there, it may be.
 * The page names their sheet and leaves it unread until now; where it names none (the
 * development server, a test) every part brings its own.
 */
export function laterStyles(): Promise<void> {
  return (styles ??= new Promise((resolve) => {
    const sheet = document.querySelector<HTMLElement>('link[disabled]');
    if (!sheet) return resolve();
    // What can't be had is done without: a plain window is better than none.
    sheet.onload = sheet.onerror = () => resolve();
    sheet.removeAttribute('disabled');
  }));
}
