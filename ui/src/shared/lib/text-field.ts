/** Whether keys typed here are text, so that no shortcut of the window may take them. */
export function isTextField(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement &&
      !['checkbox', 'radio', 'button'].includes(target.type)) ||
    target.isContentEditable
  );
}
