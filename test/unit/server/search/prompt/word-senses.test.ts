import { describe, expect, it } from 'vitest';
import { matchesPrompt } from './matches-prompt.ts';

describe('the sense of a word in a sentence', () => {
  it.each([
    ['miners strike', 'Miners strike at Orlo', 'Miners went on strike.', true],
    ['miners strike', 'Miners strike gold', 'Two miners struck gold. The mine is old.', false],
    ['raises dividend', 'Varn raises dividend', 'Varn raised its dividend.', true],
    ['raises dividend', 'Varn', 'Varn will redeem its increasing-dividend preferred stock.', false],
    ['raises dividend', 'Varn', 'Varn will redeem its increasing dividend preferred stock.', false],
    ['a company withdraws its offer', 'Varn', 'Varn withdrew its offer for Orlo.', true],
    [
      'a company withdraws its offer',
      'Sarona withdraws wheat tender',
      'Sarona withdrew its tender for 100,000 tonnes of wheat.',
      false,
    ],
    [
      'a country suspends payments on its debt',
      'Sarona suspends debt payments',
      'Sarona suspended payments on its debt.',
      true,
    ],
    [
      'a country suspends payments on its debt',
      'Varn omits dividend',
      'Varn suspended payment of its dividend because its debt is high.',
      false,
    ],
  ])('%s: %s | %s: %s', (prompt, title, text, expected) => {
    expect(matchesPrompt(prompt, title, text)).toBe(expected);
  });
});

describe('a result of a period', () => {
  it.each([
    ['VARN 3RD QTR LOSS', 'Shr loss 12 cts vs profit 4 cts', true],
    ['VARN 3RD QTR DEC 31', 'Shr loss 12 cts vs loss 4 cts Nine mths Shr loss 16 cts', true],
    ['Varn results', 'Varn had a loss of 4 mln dlrs for the third quarter.', true],
    ['VARN 3RD QTR NET', 'Shr profit 12 cts vs loss 4 cts', false],
    ['Varn profit', 'Third quarter profit was 4 mln dlrs against a loss of 2 mln dlrs.', false],
    ['Varn lowers loan-loss provision', 'Its third quarter loan-loss provision fell.', false],
    ['Varn loss', 'A loss is likely on one third of its loans. The quarter was good.', false],
  ])('is of this period and near it: %s | %s: %s', (title, text, expected) => {
    expect(matchesPrompt('third quarter loss', title, text)).toBe(expected);
  });
});

describe('a prompt in the passive', () => {
  it.each([
    ['Norvik to acquire Halden Pumps', true],
    ['Halden Pumps to be acquired by Norvik', true],
    ['Halden Pumps to acquire Norvik', false],
    ['Norvik to be acquired by Halden Pumps', false],
  ])('says who acts: %s: %s', (title, expected) => {
    for (const prompt of ['Halden Pumps acquired by Norvik', 'Halden Pumps is bought by Norvik']) {
      expect(matchesPrompt(prompt, title, `${title}, it was said.`)).toBe(expected);
    }
  });
});

describe('the amount of a deal', () => {
  it.each([
    ['Varn and Orlo agreed to a merger worth 800 mln dlrs.', true],
    ['The merger pays 800 mln dlrs for all outstanding Orlo shares.', true],
    ['Varn, a 5.1 billion dlr holding company, will acquire Orlo.', false],
    ['The acquisition will bring its assets to 661 mln dlrs.', false],
    ['The acquisition for 800 mln guilders is complete.', false],
    ['The acquisition includes 800 mln tons of coal.', false],
    ['Varn agreed to acquire Orlo and 600 mln dlrs of debentures were sold.', false],
  ])('is not a size, assets or a loan: %s', (text, expected) => {
    const prompt = 'acquisitions worth more than 500 million dollars';
    expect(matchesPrompt(prompt, 'Varn acquisition', text)).toBe(expected);
  });
});
