import { describe, expect, it } from 'vitest';
import { itemTerms } from '../../../../../src/server/search/index/item-terms.ts';
import { unpackTerms } from '../../../../../src/server/search/index/ranking-terms.ts';
import { readAmountLimits } from '../../../../../src/server/search/prompt/amount-limits.ts';
import { amountsIn } from '../../../../../src/server/search/prompt/amounts.ts';
import { promptRule } from '../../../../../src/server/search/prompt/prompt-rule.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';

function matches(prompt: string, title: string, text: string): boolean {
  const { ranking_terms } = itemTerms(title, text);
  const item = { ...unpackTerms(ranking_terms), rawText: `${title}\n${text}` };
  return promptRule(readPrompt(prompt))(item) !== undefined;
}

describe('an amount in a text', () => {
  it.each([
    ['by half a percentage point', 0.5, 'point'],
    ['a quarter point', 0.25, 'point'],
    ['by 1/2 pct', 0.5, 'percent'],
    ['one percentage point', 1, 'point'],
    ['75 basis points', 0.75, 'point'],
    ['7-3/4 pct', 7.75, 'percent'],
    ['Rs 500 crore', 5e9, 'rupee'],
    ['₹20 lakh', 2e6, 'rupee'],
    ['$5tn', 5e12, 'dollar'],
    ['EUR 4.5bn.', 4.5e9, 'euro'],
    ['20 points', 20, undefined],
  ])('%s', (text, value, unit) => {
    expect(amountsIn(text)).toMatchObject([{ value, unit }]);
  });

  it('is read in linear time from a run of separators', () => {
    expect(amountsIn(`1${'.,'.repeat(50_000)}`)).toMatchObject([{ value: 1 }]);
  });
});

describe('an amount in a prompt', () => {
  it('without a comparison is about that amount', () => {
    const { limits, rest } = readAmountLimits('takeovers worth 1.5 billion dollars');
    expect(limits).toMatchObject([
      { label: 'about 1.5 billion dollars', min: 1.425e9, max: 1.575e9, unit: 'dollar' },
    ]);
    expect(rest.trim()).toBe('takeovers');
  });

  it.each([
    ['shares fall more than 5 percent', false],
    ['shares fall below 5 dollars', true],
  ])('%s is a level: %s', (prompt, isLevel) => {
    expect(readAmountLimits(prompt).limits).toMatchObject([{ isLevel }]);
  });
});

describe('a rise or fall by an amount', () => {
  const prompt = 'raises its dividend by more than 10 percent';

  it.each([
    ['Qtly div 15 cts vs 12.5 cts prior', true],
    ['Qtly div 13 cts vs 12.5 cts prior', false],
    ['It raised the dividend to 15 cents a share from 12.5 cents.', true],
    ['It raised the dividend to 15 from 12.5 cents.', true],
    ['It raised the dividend from 12.5 cents to 15 cents.', true],
    ['It raised the dividend from 12.5 cents to 13 cents.', false],
    ['The dividend is 12.5 cts vs 15 cts.', false],
    ['The dividend is up 20 pct.', true],
    ['The dividend is higher. Sales rose 20 pct.', false],
    ['It set a 35 pct increase in the quarterly cash dividend.', true],
  ])('%s: %s', (text, expected) => {
    expect(matches(prompt, 'Halden raises dividend', text)).toBe(expected);
  });

  it('in points is not a level', () => {
    const cuts = 'interest rate cuts of at least half a percentage point';
    const of = (text: string) => matches(cuts, 'Bank cuts interest rate', text);
    expect(of('It cut the interest rate by 75 basis points.')).toBe(true);
    expect(of('It cut the interest rate to 6 pct from 7 pct.')).toBe(true);
    expect(of('It cut the interest rate by 1 pct.')).toBe(true);
    expect(of('It cut the interest rate by a quarter point to 6 pct.')).toBe(false);
  });
});

describe('an amount of something else', () => {
  it.each([
    ['It will acquire a thrift with assets of 2.1 bln dlrs for 40 mln dlrs.', false],
    ['It will acquire a thrift with 2.1 bln dlrs in deposits.', false],
    ['It will acquire a thrift for 2.1 bln dlrs.', true],
  ])('is not that of a deal: %s', (text, expected) => {
    expect(matches('acquisitions of more than 1 billion dollars', 'Acquisition', text)).toBe(
      expected,
    );
  });

  it('is not that of a loss', () => {
    const prompt = 'losses of more than 50 million dollars';
    expect(matches(prompt, 'Halden loss', 'Net loss 54.9 mln Revs 27.2 mln')).toBe(true);
    expect(matches(prompt, 'Halden loss', 'A loss of 5 mln dlrs on revenue of 90 mln dlrs.')).toBe(
      false,
    );
  });

  it('is not that of a layoff if it is the whole workforce', () => {
    const prompt = 'layoffs of more than 500 workers';
    expect(matches(prompt, 'Layoffs', 'It laid off 60 people. It employs 9,000 people.')).toBe(
      false,
    );
    expect(matches(prompt, 'Layoffs', 'It plans layoffs of 900 employees.')).toBe(true);
  });
});

describe('an amount in another language', () => {
  it('counts other forms of a noun', () => {
    const prompt = 'Entlassungen von mehr als 1000 Mitarbeitern';
    const text = 'Der Konzern kündigte die Entlassungen am Montag an.';
    expect(matches(prompt, 'Verio: Entlassungen von 4000 Mitarbeitern', text)).toBe(true);
    expect(matches(prompt, 'Verio entlässt 1500 Mitarbeiter', text)).toBe(true);
    expect(matches(prompt, 'Verio entlässt 90 Mitarbeiter', text)).toBe(false);
  });
});

describe('the agent of an event', () => {
  it.each([
    ['Norvik acquires Halden Pumps', 'Halden Pumps to be acquired by Norvik', true],
    ['Norvik acquires Halden Pumps', 'Halden Pumps to acquire Norvik', false],
    ['Norvik acquires Halden Pumps', 'Norvik to be acquired by Halden Pumps', false],
    ['Halden Pumps acquired by Norvik', 'Norvik to acquire Halden Pumps', true],
    ['Norvik files for bankruptcy', 'Norvik files for bankruptcy', true],
    ['Norvik takes over Halden Pumps', 'Halden Pumps takes over Norvik', false],
  ])('%s: %s', (prompt, title, expected) => {
    expect(matches(prompt, title, `${title}, it was said.`)).toBe(expected);
  });

  it('is in its sentence, or in the title or the sentence before it', () => {
    const prompt = 'Norvik cuts its dividend';
    expect(matches(prompt, 'Norvik year', 'Norvik had a loss. It cut its dividend.')).toBe(true);
    expect(
      matches(prompt, 'Halden cuts dividend', 'Halden cut its dividend. Norvik is a rival.'),
    ).toBe(false);
  });
});
