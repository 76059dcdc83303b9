import { describe, expect, it } from 'vitest';
import { describePrompt } from '../../../../../src/server/search/prompt/describe-prompt.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';
import { strengthOf } from '../../../../helpers/prompt-strength.ts';

const filler = (words: number) => Array.from({ length: words }, (_, at) => `filler${at}`).join(' ');
const prompt = 'inflation in Brazil';

describe('the strength of a match', () => {
  it('falls from the title to the lead to the rest, and with a single mention', () => {
    const strengths = [
      strengthOf(prompt, 'Inflation rises in Brazil', filler(200)),
      strengthOf(
        prompt,
        'Prices rise',
        `Inflation in Brazil and inflation in Brazil ${filler(200)}`,
      ),
      strengthOf(
        prompt,
        'Brazil',
        `Inflation and inflation ${filler(100)} inflation ${filler(200)}`,
      ),
    ].map((strength) => strength ?? 0);
    expect(strengths[0]).toBeGreaterThan(strengths[1] ?? 1);
    expect(Math.min(...strengths)).toBeGreaterThan(0.6);
  });

  it('needs more than a passing mention of the topic in news of the place', () => {
    const mention = (text: string) => strengthOf(prompt, 'Brazil signs a contract', text);
    expect(mention(`${filler(30)} inflation ${filler(160)}`)).toBeUndefined();
    expect(mention(`${filler(30)} inflation ${filler(160)} inflation`)).toBeDefined();
    expect(mention(`${filler(30)} inflation ${filler(60)}`)).toBeDefined();
  });

  it('counts a single mention in a short text or a round-up', () => {
    expect(
      strengthOf(prompt, 'Round-up', `${filler(20)} Brazil: inflation ${filler(20)}`),
    ).toBeDefined();
    expect(strengthOf(prompt, 'Brazil', `${filler(40)} inflation ${filler(20)}`)).toBeDefined();
  });

  it('counts a name in the first sentence of a text of any length', () => {
    const text = `General Motors Corp said it will close a plant. ${filler(400)}`;
    expect(strengthOf('General Motors', 'Ottawa minister sees calm', text)).toBeDefined();
    expect(
      strengthOf('General Motors', 'Calm', `${filler(90)} General Motors ${filler(400)}`),
    ).toBeUndefined();
  });
});

describe('the words of a prompt', () => {
  it.each([
    ['copper mine strike', 'Copper mine opens in Chile', 'The copper mine employs 400 people.'],
    ['copper mine strike', 'Copper price raised', 'The price of copper from the mine rises.'],
    ['grain exports to Ruritania', 'Ruritania exports machines', 'Exports of machines rise.'],
  ])('must all occur if they say what it is about: %s, but %s', (prompt, title, text) => {
    expect(strengthOf(prompt, title, text)).toBeUndefined();
  });

  it('may be missing if understood says so', () => {
    const prompt = 'port congestion rotterdam containers';
    expect(describePrompt(readPrompt(prompt))).toContain('preferably "port"');
    const [missing = 0, having = 0] = ['', ' port'].map((word) =>
      strengthOf(prompt, `Congestion of containers in Rotterdam${word}`),
    );
    expect(missing).toBeGreaterThan(0.6);
    expect(having).toBeGreaterThan(missing);
  });
});
