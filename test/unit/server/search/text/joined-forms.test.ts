import { describe, expect, it } from 'vitest';
import { itemTerms } from '../../../../../src/server/search/index/item-terms.ts';
import { unpackTerms } from '../../../../../src/server/search/index/ranking-terms.ts';
import { promptRule } from '../../../../../src/server/search/prompt/prompt-rule.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';
import { parseQuery } from '../../../../../src/server/search/query.ts';
import { analyze } from '../../../../../src/server/search/text/analyzer.ts';
import {
  joinedForms,
  partsOfMixedWord,
} from '../../../../../src/server/search/text/joined-forms.ts';
import { termAlternatives } from '../../../../../src/server/search/text/term-alternatives.ts';

/** Whether an item with a text has a form of a name, as the index and the rule of a prompt see it. */
function itemHas(text: string, name: string): boolean {
  const { terms, variants } = analyze(`The ${text} was named.`);
  const all = ` ${terms.join(' ')} | ${variants.join(' | ')} `;
  return termAlternatives(name, ['en']).some((each) => all.includes(` ${each.join(' ')} `));
}

describe('spellings of a name match in both directions', () => {
  const names = [
    ['SP500', 'S&P 500', 'S&P500'],
    ['C3.ai', 'c3ai', 'C3 AI'],
    ['737MAX', '737 MAX', '737-MAX'],
    ['GPT5', 'GPT-5', 'GPT 5'],
    ['covid19', 'COVID-19'],
    ['G20', 'G-20'],
    ['B52', 'B-52'],
    ['U.S.', 'US'],
    ['AT&T', 'ATT'],
    ['H&M', 'HM'],
    ['.NET', 'dotnet'],
    ["O'Neill", 'ONeill'],
  ];
  const pairs = names.flatMap((forms) =>
    forms.flatMap((one) => forms.map((other) => [one, other] as const)),
  );

  it.each(pairs)('prompt %s, item %s', (name, text) => {
    expect(itemHas(text, name)).toBe(true);
  });

  it.each(pairs)('query %s, item %s', (name, text) => {
    const { terms, variants } = analyze(`The ${text} was named.`);
    const { terms: searched, alternatives } = parseQuery(name);
    const all = new Set([...searched, ...[...alternatives.values()].flat()]);
    expect([...terms, ...variants].some((term) => all.has(term))).toBe(true);
  });
});

describe('ordinary words, numbers and quantities stay as they are', () => {
  it.each(['oil prices', '1,750', '3.5', 'Fox News', 'vice-president', '', '☕'])('%s', (text) => {
    expect(joinedForms(text)).toEqual([]);
  });

  it.each(['oil', '1750', '20bn', '4th', '5G', 'a1b2c3d4', 'G20', '--'])('%s', (word) => {
    expect(partsOfMixedWord(word)).toEqual([]);
  });

  it('the net is not .NET', () => {
    expect(itemHas('net', '.NET')).toBe(false);
  });

  it('a quoted phrase has no joined forms', () => {
    expect(parseQuery('the "GPT 5" of this year').phrases).toEqual([[['gpt', '5']]]);
  });
});

describe('the rule of a prompt', () => {
  const has = (prompt: string, title: string) => {
    const { ranking_terms } = itemTerms(title, '');
    return promptRule(readPrompt(prompt))(unpackTerms(ranking_terms)) !== undefined;
  };

  it.each([
    ['notify me when there is news about GPT5', 'OpenAI delays GPT 5 to spring', true],
    ['notify me when there is news about the S&P 500', 'Carmaker joins the SP500', true],
    ['notify me when there is news about C3.ai', 'C3 AI names a new chairman', true],
    ['notify me when there is news about "GPT 5"', 'OpenAI delays GPT5 to spring', false],
    ['notify me when there is news about .NET', 'Bank raises its net income', false],
    ['notify me when there is news about .NET', 'Version 12 of .NET is out', true],
  ])('%s: %s', (prompt, title, expected) => {
    expect(has(prompt, title)).toBe(expected);
  });
});
