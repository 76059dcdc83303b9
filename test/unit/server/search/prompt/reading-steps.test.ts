import { expect, it } from 'vitest';
import { WorkSlices } from '../../../../../src/node/work-slices.ts';
import {
  readPrompt,
  readPromptInSlices,
} from '../../../../../src/server/search/prompt/read-prompt.ts';

const length = 10_000;
const filled = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Counts the steps of reading a prompt. */
async function steps(prompt: string): Promise<number> {
  let count = 0;
  class CountedSlices extends WorkSlices {
    override async next(): Promise<void> {
      count += 1;
      await super.next();
    }
  }
  await readPromptInSlices(prompt, new CountedSlices());
  return count;
}

it.each([
  ['words', filled('cocoa grain '), 200],
  ['actions', filled('cut raise close open '), 200],
  ['Arabic words', filled('رفع البنك المركزي أسعار الفائدة '), 100],
  ['exclusions', filled('oil but not gold '), 50],
])('reads a long prompt of %s in short steps', async (_, prompt, minSteps) => {
  expect(await steps(prompt)).toBeGreaterThan(minSteps);
});

it('reads the same in slices', async () => {
  const prompt = 'Acme or Umbrella cuts jobs in Europe';
  const read = await readPromptInSlices(prompt, new WorkSlices());
  // Another key in the cache.
  expect(readPrompt(`${prompt} `)).toEqual(read);
});

it('stops when the work is aborted', async () => {
  const reason = new Error('left');
  const work = new WorkSlices({ signal: AbortSignal.abort(reason) });
  await expect(readPromptInSlices(filled('tin mines '), work)).rejects.toBe(reason);
});
