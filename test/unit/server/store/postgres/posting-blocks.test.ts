import { describe, expect, it } from 'vitest';
import {
  BlockWriter,
  type Posting,
  readBlocks,
} from '../../../../../src/server/store/postgres/posting-blocks.ts';
import { randomFrom } from '../../../../helpers/random.ts';

const latest = 8_640_000_000_000_000;

function read(bytes: Buffer): Posting[] {
  const postings: Posting[] = [];
  readBlocks(bytes, (number, order_at, inTitle) => postings.push({ number, order_at, inTitle }));
  return postings;
}

function written(...blocks: Posting[][]): Buffer {
  const writer = new BlockWriter(8);
  for (const block of blocks) writer.add(block);
  return Buffer.from(writer.bytes());
}

describe('posting blocks', () => {
  it.each([
    ['no posting', []],
    ['one posting', [{ number: 1, order_at: 1_700_000_000_000, inTitle: true }]],
    [
      'the earliest time and a recent one',
      [
        { number: 2 ** 51, order_at: -latest, inTitle: false },
        { number: 1, order_at: 0, inTitle: true },
        { number: 2 ** 51, order_at: 1_900_000_000_000, inTitle: true },
      ],
    ],
    ['the latest time', [{ number: 3, order_at: latest, inTitle: false }]],
  ])('are read as written: %s', (_name, block) => {
    expect(read(written(block))).toEqual(block);
  });

  it('are read in concatenation, also of different writers', () => {
    const random = randomFrom(3);
    const blocks = Array.from({ length: 40 }, (_, n) =>
      Array.from({ length: n * 10 }, () => ({
        number: Math.floor(random() * 2 ** 40),
        order_at: Math.floor((random() - 0.5) * 2 ** 42),
        inTitle: random() < 0.5,
      })).sort((a, b) => a.order_at - b.order_at),
    );
    const bytes = Buffer.concat([
      written(...blocks.slice(0, 20)),
      ...blocks.slice(20).map((block) => written(block)),
    ]);
    expect(read(bytes)).toEqual(blocks.flat());
  });

  it('take a few bytes for each posting of a batch', () => {
    const block = Array.from({ length: 1000 }, (_, n) => ({
      number: 5_000_000 + 3 * n,
      order_at: 1_700_000_000_000 + n * 90_000,
      inTitle: false,
    }));
    expect(written(block).length).toBeLessThan(5 * block.length);
  });
});
