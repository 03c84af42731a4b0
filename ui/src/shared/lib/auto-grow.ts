import type { Attachment } from 'svelte/attachments';

/**
 * A text box as high as its text, up to what its style allows. `text` is read
 * so that a change from outside, such as an emptied box, counts too.
 */
export function autoGrow(text: () => string): Attachment<HTMLTextAreaElement> {
  return (area) => {
    void text();
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  };
}
