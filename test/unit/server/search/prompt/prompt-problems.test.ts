import { describe, expect, it } from 'vitest';
import {
  promptError,
  promptWarnings,
  termsToCheck,
} from '../../../../../src/server/search/prompt/prompt-problems.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';
import { unitsOf } from '../../../../../src/server/search/prompt/unit-terms.ts';

describe('promptError', () => {
  it.each([
    ['', /names nothing to watch for/],
    ['the of and', /names nothing to watch for/],
    ['""', /names nothing to watch for/],
    ['🚀 🎉', /names nothing to watch for/],
    ['oil but not oil', 'asks for "oil" and excludes it'],
    ['oil, but not', 'names nothing to exclude after "but not"'],
    ['not oil', /only says what to exclude/],
    ['officials but not officials', 'asks for "officials" and excludes it'],
    ['https://', /names nothing to watch for/],
    ['http:// HTTPS://', /names nothing to watch for/],
    [`${'not oil, '.repeat(200)}`, /only says what to exclude/],
    ['No petrol', /only says what to exclude \("petrol"\).* in quotes/],
    [
      'more than 500 dollars',
      /besides the amount "more than 500 dollars"; .* what the amount is of/,
    ],
  ])('of %j', (prompt, expected) => {
    const error = promptError(readPrompt(prompt));
    if (typeof expected === 'string') expect(error).toBe(expected);
    else expect(error).toMatch(expected);
  });

  it.each([
    'oil or gas, but not oil',
    'companies that do not pay taxes',
    'German banks, but not Deutsche Bank',
    'deutsche Banken, aber nicht die Deutsche Bank',
    'not only oil but also gas',
    '((((oil))))',
    'x',
    'oil 1e400',
    `oil${', not gas'.repeat(200)}`,
    'لا أخبار عن النفط',
  ])('accepts %j', (prompt) => {
    expect(promptError(readPrompt(prompt))).toBeUndefined();
  });
});

describe('promptWarnings', () => {
  const none = { size: 0, frequencies: new Map<string, number>() };

  it('names amounts that cannot be read', () => {
    expect(promptWarnings(readPrompt('gold above 1e400'), none)).toEqual([
      '"above 1e400" is ignored: its amount cannot be read',
    ]);
  });

  it('names prompts of words that most news contains', () => {
    expect(promptWarnings(readPrompt('companies'), none)).toEqual([
      'the prompt has only words that most news contains: "companies"',
    ]);
  });

  it.each(['"the"', '"of the"', '"the company"'])('names quotes of such words: %s', (prompt) => {
    expect(promptWarnings(readPrompt(prompt), none)).toEqual([
      expect.stringContaining('only words that most news contains'),
    ]);
  });

  it('names exclusions that exclude nothing', () => {
    expect(promptWarnings(readPrompt('Ukraine but not the others'), none)).toEqual([
      'nothing is excluded by "the others": it names no subject',
    ]);
  });

  it('names words that no news contains, unless there is no news', () => {
    const condition = readPrompt('Tell me about lithium and grotium');
    expect(termsToCheck(condition)).toEqual(['lithium', 'grotium']);
    expect(promptWarnings(condition, none)).toEqual([]);
    expect(promptWarnings(condition, { size: 9, frequencies: new Map([['lithium', 3]]) })).toEqual([
      'no news contains "grotium" yet; check its spelling',
    ]);
  });

  it('names the words of a prompt that no news contains at all', () => {
    const empty = { size: 9, frequencies: new Map<string, number>() };
    expect(promptWarnings(readPrompt('grotium in Velmora'), empty)).toEqual([
      'no news contains "grotium" yet; check its spelling',
      'no news contains "Velmora" yet; check its spelling',
    ]);
    const many = 'agrotium, bgrotium, cgrotium, dgrotium, egrotium, fgrotium or ggrotium';
    expect(promptWarnings(readPrompt(many), empty)).toHaveLength(6);
    expect(promptWarnings(readPrompt(many), empty).at(-1)).toBe(
      'no news contains 2 other words of the prompt yet',
    );
  });

  it('suggests a frequent word at one edit', () => {
    const statistics = { size: 9, frequencies: new Map([['earthquak', 3]]) };
    const suggestions = new Map([['Velmoro', 'Velmora']]);
    expect(promptWarnings(readPrompt('Velmoro earthquake'), statistics, suggestions)).toEqual([
      'no news contains "Velmoro" yet; did you mean "Velmora"?',
    ]);
  });

  it.each([
    ['Nachrichten über Streiks', 'German'],
    ['grèves dans les ports', 'French'],
    ['Avísame cuando haya huelgas', 'Spanish'],
    ['notícias sobre greves nos portos', 'Portuguese'],
    ['scioperi nei porti', 'Italian'],
    ['stakingen in de havens', 'Dutch'],
    ['limanlarda grev haberleri', 'Turkish'],
    ['забастовки в портах', 'Russian'],
    ['إضراب في الموانئ', 'Arabic'],
    ['港口罢工', 'Chinese'],
    ['港のストライキ', 'Japanese'],
    ['항구 파업', 'Korean'],
    ['การประท้วงที่ท่าเรือ', 'Thai'],
  ])('names the language of a prompt without news in it: %s', (prompt, language) => {
    const condition = readPrompt(prompt);
    const own = termsToCheck(condition);
    const known = unitsOf(condition.clauses).flatMap(({ phrase }) => phrase);
    const frequencies = new Map(known.map((term) => [term, 1]));
    expect(promptWarnings(condition, { size: 1000, frequencies })).toEqual([
      expect.stringContaining(`news in ${language} yet`),
    ]);
    const frequent = new Map(own.map((term) => [term, 100]));
    expect(promptWarnings(condition, { size: 1000, frequencies: frequent })).toEqual([]);
  });
});
