import { describe, expect, it } from 'vitest';
import { anchorTerms } from '../../../../../src/server/search/prompt/anchor-terms.ts';
import { describePrompt } from '../../../../../src/server/search/prompt/describe-prompt.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';
import { strengthOf } from '../../../../helpers/prompt-strength.ts';

const prompt = 'insider trading scandal';

describe('words that only describe the subject', () => {
  it('are met by their signs', () => {
    expect(strengthOf(prompt, 'Broker pleads guilty to insider trading')).toBeGreaterThan(0.6);
    expect(strengthOf(prompt, 'Seminar explains insider trading')).toBeUndefined();
  });

  it('need not occur if they only say how much', () => {
    const strong = 'impact of the strong yen on Japanese exporters';
    const [without = 0, having = 0] = ['Yen hurts', 'Strong yen hurts'].map((title) =>
      strengthOf(strong, `${title} Japanese exporters`),
    );
    expect(without).toBeGreaterThan(0.6);
    expect(having).toBeGreaterThan(without);
  });

  it('are required if the prompt has no other words', () => {
    expect(strengthOf('crisis', 'Ferry sails again')).toBeUndefined();
    expect(strengthOf('crisis', 'Crisis in Atlantis')).toBe(1);
  });

  it('are no anchor terms', () => {
    expect(anchorTerms(readPrompt('the tin crisis'))).toEqual(['tin']);
    expect(anchorTerms(readPrompt('crisis'))).toContain('crisi');
  });

  it.each([
    [prompt, 'News about "insider trading" and "scandal" or signs of it.'],
    ['a strong yen', 'News about "yen", preferably "strong".'],
    ['the impact of drought on crops', 'News about "drought" and "crops".'],
    ['latest developments in the tin market', 'News about "tin" and "market".'],
  ])('%s: %s', (text, understood) => {
    expect(describePrompt(readPrompt(text))).toBe(understood);
  });
});

describe('compounds of makers and the like', () => {
  it.each([
    ['toymakers', 'Toy maker opens shop'],
    ['toy makers', 'Toymaker opens shop'],
    ['toy-makers', 'Toy maker opens shop'],
    ['shipbuilders', 'Ship builder opens yard'],
    ['gold miners', 'Gold mines reopen'],
    ['tankers', 'Supertanker sinks'],
  ])('%s: %s', (text, title) => {
    expect(strengthOf(text, title)).toBeGreaterThan(0.6);
  });
});
