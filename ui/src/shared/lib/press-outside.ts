/**
 * Calls `then` when a modal dialog is pressed beside its content. Who draws a selection past the
 * edge has not pressed there.
 */
export function pressOutside(then: () => void): (dialog: HTMLElement) => () => void {
  return (dialog) => {
    /** Where the pointer last went down. */
    let pressed: EventTarget | null = null;
    const down = (event: Event) => (pressed = event.target);
    const up = (event: Event) => {
      if (event.target === dialog && pressed === dialog) then();
    };
    dialog.addEventListener('pointerdown', down);
    dialog.addEventListener('click', up);
    return () => {
      dialog.removeEventListener('pointerdown', down);
      dialog.removeEventListener('click', up);
    };
  };
}
