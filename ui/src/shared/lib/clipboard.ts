/** Copies text; false where the system refused. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Some webviews offer no clipboard to pages: the old way still works there.
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'sr-only';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
