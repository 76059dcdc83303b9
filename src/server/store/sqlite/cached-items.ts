import { type TermSpan, termSpan } from '../../search/index/ranking-terms.ts';

/** What the ranking reads of an item. */
export interface CachedItem extends TermSpan {
  id: string;
}

interface Block {
  ids: Uint32Array;
  /** The place after the last id. */
  end: number;
  /** Of its items. */
  positions: number[];
}

/** Number of ids in a block. */
const defaultBlockSize = 65_536;
/** 16 MB of ids. */
const defaultMaxBlocks = 64;
/** Each takes about 200 bytes besides its ids. Items of news have 170 ids on average, so blocks are the usual limit. */
const defaultMaxItems = 125_000;

/**
 * Items by their position, with their terms in a few large blocks: an array for each item would take more
 * memory and time. A block is never written to again, so that a search can still read it when it was dropped. Beyond the limits, the oldest
 * block is dropped with its items when another one is needed.
 */
export class CachedItems {
  readonly #blockSize: number;
  readonly #maxBlocks: number;
  readonly #maxItems: number;
  readonly #items = new Map<number, CachedItem>();
  /** Oldest first. */
  readonly #blocks: Block[] = [];

  constructor(
    blockSize = defaultBlockSize,
    maxBlocks = defaultMaxBlocks,
    maxItems = defaultMaxItems,
  ) {
    this.#blockSize = blockSize;
    this.#maxBlocks = maxBlocks;
    this.#maxItems = maxItems;
  }

  get(position: number): CachedItem | undefined {
    return this.#items.get(position);
  }

  /**
   * @param packed the packed terms of the item
   * @throws {RangeError} if they are damaged
   */
  add(position: number, id: string, packed: Uint8Array): CachedItem {
    const { ids, ...span } = termSpan(packed);
    const terms = ids.subarray(span.start, span.end);
    if (terms.length > this.#blockSize) return { id, ids, ...span };
    const block = this.#blockFor(terms.length);
    const start = block.end;
    block.ids.set(terms, start);
    block.end += terms.length;
    block.positions.push(position);
    const textStart = start + span.textStart - span.start;
    const item = { id, ids: block.ids, start, textStart, end: block.end };
    this.#items.set(position, item);
    return item;
  }

  clear(): void {
    this.#items.clear();
    this.#blocks.length = 0;
  }

  /** The newest block if it has room for this many ids, else a new one. */
  #blockFor(length: number): Block {
    const newest = this.#blocks.at(-1);
    if (newest && newest.end + length <= this.#blockSize) return newest;
    while (this.#blocks.length >= this.#maxBlocks || this.#items.size >= this.#maxItems) {
      for (const position of this.#blocks.shift()?.positions ?? []) this.#items.delete(position);
    }
    const block = { ids: new Uint32Array(this.#blockSize), end: 0, positions: [] };
    this.#blocks.push(block);
    return block;
  }
}
