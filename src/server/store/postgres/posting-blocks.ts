/** An item that has a term. */
export interface Posting {
  number: number;
  order_at: number;
  inTitle: boolean;
}

/** Called for each posting of a block. */
export type Visit = (number: number, orderAt: number, inTitle: boolean) => void;

/** Maximum bytes of two varints, or of a count and a time. */
const maxPostingBytes = 24;

/**
 * Writes blocks of postings into memory: their count, the time of the first as a double, then for each
 * posting the differences of its time and of its number to the previous one, as varints. The first
 * number is a difference to 0. Blocks can be concatenated.
 */
export class BlockWriter {
  #memory: Buffer;
  #end = 0;

  constructor(bytes = 65_536) {
    this.#memory = Buffer.alloc(bytes);
  }

  get length(): number {
    return this.#end;
  }

  /** Adds a block. Its postings must be in the order of their times. */
  add(postings: readonly Posting[]): void {
    let orderAt = postings[0]?.order_at ?? 0;
    let previous = 0;
    this.#makeRoom();
    this.#varint(postings.length);
    this.#end = this.#memory.writeDoubleLE(orderAt, this.#end);
    for (const { number, order_at, inTitle } of postings) {
      this.#makeRoom();
      this.#varint(order_at - orderAt);
      this.#varint(2 * zigzag(number - previous) + (inTitle ? 1 : 0));
      orderAt = order_at;
      previous = number;
    }
  }

  /** All bytes so far. */
  bytes(): Buffer {
    return this.#memory.subarray(0, this.#end);
  }

  #varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.#memory[this.#end++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#memory[this.#end++] = rest;
  }

  #makeRoom(): void {
    if (this.#end + maxPostingBytes <= this.#memory.length) return;
    this.#memory = Buffer.concat([this.#memory], 2 * this.#memory.length + maxPostingBytes);
  }
}

/** Visits the postings of concatenated blocks. */
export function readBlocks(bytes: Buffer, visit: Visit): void {
  let at = 0;
  const varint = () => {
    let byte = bytes[at++] as number;
    let value = byte & 0x7f;
    for (let factor = 0x80; byte >= 0x80; factor *= 0x80) {
      byte = bytes[at++] as number;
      value += (byte & 0x7f) * factor;
    }
    return value;
  };
  while (at < bytes.length) {
    let left = varint();
    let orderAt = bytes.readDoubleLE(at);
    let number = 0;
    for (at += 8; left > 0; left -= 1) {
      orderAt += varint();
      const numberAndTitle = varint();
      const inTitle = numberAndTitle % 2;
      number += unzigzag((numberAndTitle - inTitle) / 2);
      visit(number, orderAt, inTitle === 1);
    }
  }
}

/** Small numbers of either sign become small numbers without one. */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
