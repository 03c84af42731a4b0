import { mount, unmount } from 'svelte';
import type { Block } from '../../../generated';
import { setBlock, updateBlock } from '../../../shared/lib/inert-html';
import { language } from '../../../shared/lib/text/index.svelte';
import BlockFrame from './BlockFrame.svelte';
import { shownHtml } from './worded-html';

/** What shows one block. */
interface Shown {
  readonly block: Block;
  /** Shows another block of the same sort; `false` where that is for another element. */
  become(block: Block): boolean;
  go(): void;
}

const isProse = (block: Block) => (block.kind ?? 'prose') === 'prose';

/** A block of text, in an element of its own. */
class Prose implements Shown {
  block: Block;
  readonly #element: HTMLElement;
  #html: string;

  constructor(into: Element, block: Block) {
    this.block = block;
    this.#html = shownHtml(block.html);
    this.#element = document.createElement('div');
    this.#element.classList.add('md', 'selectable');
    setBlock(this.#element, this.#html);
    into.append(this.#element);
  }

  become(block: Block): boolean {
    if (!isProse(block)) return false;
    if (block.html !== this.block.html) {
      const before = this.#html;
      this.#html = shownHtml(block.html);
      updateBlock(this.#element, this.#html, before);
    }
    this.block = block;
    return true;
  }

  go(): void {
    this.#element.remove();
  }
}

/** Any other block, in the frame its kind asks for. */
class Framed implements Shown {
  block: Block;
  /** The same, for the component alone: who looks whether it differs waits for nothing. */
  #framed = $state.raw() as Block;
  readonly #component: Record<string, unknown>;

  constructor(into: Element, block: Block, bare: boolean) {
    this.block = this.#framed = block;
    const framed = () => this.#framed;
    const props = {
      get block() {
        return framed();
      },
      bare,
    };
    this.#component = mount(BlockFrame, { target: into, props });
  }

  become(block: Block): boolean {
    if (isProse(block)) return false;
    this.block = this.#framed = block;
    return true;
  }

  go(): void {
    void unmount(this.#component);
  }
}

/**
 * The blocks of a segment, as they are in the page. Nearly all of what flows is prose: a
 * component for each paragraph would be many times what it shows, made and thrown away while
 * it is read. So a paragraph is its element, and only what has a frame is a component.
 */
export class ShownBlocks {
  readonly #into: Element;
  readonly #bare: boolean;
  #shown: Shown[] = [];
  /** What the words of ours among them are in. */
  #spoken = language();

  constructor(into: Element, bare: boolean) {
    this.#into = into;
    this.#bare = bare;
  }

  /** Shows these and no others; what is there already is not touched. */
  show(blocks: readonly Block[]): void {
    const spoken = language();
    if (spoken !== this.#spoken) {
      this.#cut(0);
      this.#spoken = spoken;
    }
    for (let at = 0; at < blocks.length; at++) {
      const block = blocks[at]!;
      const there = this.#shown[at];
      if (there && (there.block === block || there.become(block))) continue;
      this.#cut(at);
      this.#shown.push(
        isProse(block) ? new Prose(this.#into, block) : new Framed(this.#into, block, this.#bare),
      );
    }
    this.#cut(blocks.length);
  }

  #cut(from: number): void {
    while (this.#shown.length > from) this.#shown.pop()?.go();
  }
}
