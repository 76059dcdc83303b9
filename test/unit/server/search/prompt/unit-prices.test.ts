import { describe, expect, it } from 'vitest';
import { readAmountLimits } from '../../../../../src/server/search/prompt/amount-limits.ts';
import { matchesPrompt } from './matches-prompt.ts';

describe('the price of a unit in a prompt', () => {
  it.each([
    ['gold above 450 dollars an ounce', 'ounce'],
    ['oil over $90/barrel', 'barrel'],
    ['cocoa above 1,500 pounds per metric tonne', 'ton'],
    ['dividends of 50 cents a share or more', 'share'],
    ['copper between 60 and 70 cents a pound', 'pound'],
    ['fines above 500 dollars per head', 'head'],
    ['oil output above 2 mln dollars a day', undefined],
  ])('%s: %s', (prompt, per) => {
    expect(readAmountLimits(prompt).limits).toMatchObject([{ per }]);
  });

  it('applies to both ends of a range', () => {
    const [limit] = readAmountLimits('copper between 60 and 70 cents a pound').limits;
    expect(limit?.min).toBeCloseTo(0.6);
    expect(limit?.max).toBeCloseTo(0.7);
  });
});

describe('the price of a unit', () => {
  it.each([
    ['Gold closed at 455.50 dlrs an ounce.', true],
    ['Gold was 461 dollars/oz.', true],
    ['London gold was fixed at 461.20 dlrs.', true],
    ['Gold closed at 432 dlrs an ounce.', false],
    ['Divers found gold worth 10 billion dollars.', false],
    ['Varn sold its gold mine for 76 mln dlrs.', false],
    ['Gold producer Varn bid 500 dlrs a share.', false],
  ])('is no total and no price of another unit: %s', (text, expected) => {
    expect(matchesPrompt('gold above 450 dollars an ounce', 'Gold', text)).toBe(expected);
  });

  it.each([
    ['Varn made an acquisition for 60 mln dlrs.', true],
    ['Varn made an acquisition at 60 dlrs a share.', false],
  ])('is not compared with a total: %s', (text, expected) => {
    const prompt = 'acquisitions for less than 100 million dollars';
    expect(matchesPrompt(prompt, 'Varn acquisition', text)).toBe(expected);
  });

  it.each([
    ['Gold closed at 455.50 dlrs an ounce.', true],
    ['Varn sold its gold mine for 76 mln dlrs.', false],
  ])('may have no unit in the prompt: %s', (text, expected) => {
    expect(matchesPrompt('gold above $450', 'Gold', text)).toBe(expected);
  });
});
