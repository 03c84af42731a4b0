import type { Attachment } from 'svelte/attachments';

/**
 * A text box as high as its text, up to what its style allows. `text` is read
 * so that a change from outside, such as an emptied box, counts too.
 */
export function autoGrow(text: () => string): Attachment<HTMLTextAreaElement> {
  let length = 0;
  return (area) => {
    const { style } = area;
    // Only a shorter text may need less room. To see how much, the box is low for a moment,
    // and all that lies above it is laid out twice: not for every letter.
    if (text().length < length) style.height = 'auto';
    length = text().length;
    const height = `${area.scrollHeight}px`;
    if (style.height !== height) style.height = height;
  };
}
