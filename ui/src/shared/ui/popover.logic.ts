interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** Distance from the button and from the edges of the window, in pixels. */
const GAP = 6;
const EDGE = 8;

/** Where a panel goes: below its button where there is room, else above, and never over an edge. */
export function place(
  button: Box,
  panel: Pick<Box, 'width' | 'height'>,
  align: 'start' | 'end',
  viewport: { width: number; height: number },
): { left: number; top: number } {
  const wanted = align === 'start' ? button.left : button.right - panel.width;
  const left = Math.max(EDGE, Math.min(wanted, viewport.width - panel.width - EDGE));
  const below = button.bottom + GAP;
  const above = button.top - GAP - panel.height;
  const fitsBelow = below + panel.height <= viewport.height - EDGE;
  const top = fitsBelow || above < EDGE ? below : above;
  return { left, top: Math.max(EDGE, top) };
}
