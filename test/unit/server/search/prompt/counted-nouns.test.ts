import { describe, expect, it } from 'vitest';
import { describePrompt } from '../../../../../src/server/search/prompt/describe-prompt.ts';
import { promptError } from '../../../../../src/server/search/prompt/prompt-problems.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';
import { matchesPrompt } from './matches-prompt.ts';

describe('a count in a prompt', () => {
  it.each([
    ['more than 10 dead', 'News about "dead" with an amount of "more than 10 dead".'],
    ['100+ deaths', 'News about "deaths" with an amount of "at least 100 deaths".'],
    [
      'more than six hundred dead',
      'News about "dead" with an amount of "more than six hundred dead".',
    ],
    ['layoffs (500+ workers)', 'News about "layoffs" with an amount of "at least 500 workers".'],
    [
      'stock splits of more than 3-for-2',
      'News about "stock splits" with an amount of "more than 3-for-2".',
    ],
    ['3-for-1', 'News about "stock split" with an amount of "3-for-1".'],
  ])('%s is of its noun', (prompt, understood) => {
    expect(promptError(readPrompt(prompt))).toBeUndefined();
    expect(describePrompt(readPrompt(prompt))).toBe(understood);
  });
});

describe('a number of dead', () => {
  it.each([
    ['Ferry sinks, killing 12', true],
    ['Quake kills at least 15 in Sarona', true],
    ['Twelve killed in ferry fire', true],
    ['Death toll of fire rises to 15', true],
    ['Twenty-five people die in bus crash', true],
    ['Fire kills 2', false],
    ['Fire kills 2, injures 40', false],
    ['40 injured, 2 killed in fire', false],
  ])('%s: %s', (title, expected) => {
    expect(matchesPrompt('more than 10 dead', title, 'Rescuers searched.')).toBe(expected);
  });
});

describe('a number of workers', () => {
  it.each([
    ['Varn will lay off 850 at its mill.', true],
    ['Six hundred workers face layoffs.', true],
    ['Varn said layoffs could reach 900.', true],
    ['Varn will put 1,000 workers at its car plants on temporary layoff.', true],
    ['Varn will lay off 60 of its 900 workers.', false],
    ['Varn announced layoffs after it lost 850 dollars.', false],
  ])('%s: %s', (text, expected) => {
    expect(matchesPrompt('layoffs of more than 500 workers', 'Varn layoffs', text)).toBe(expected);
  });
});

describe('a ratio', () => {
  it.each([
    ['3-for-1 stock split', 'a three-for-one stock split', true],
    ['three-for-one stock splits', 'a 3-for-1 stock split', true],
    ['3-for-1 stock split', 'a two-for-one stock split', false],
    ['more than 3-for-2 stock splits', 'a 2-for-1 stock split', true],
    ['more than 3-for-2 stock splits', 'a three-for-two stock split', false],
  ])('%s: %s', (prompt, split, expected) => {
    expect(matchesPrompt(prompt, 'Stock split', `Varn declared ${split}.`)).toBe(expected);
  });
});

it('counts a decimal point as a point of a percentage', () => {
  const matches = (text: string) =>
    matchesPrompt('rate cut of at least half a point', 'Bank cuts rate', text);
  expect(matches('The bank cut its discount rate by 0.75 point.')).toBe(true);
  expect(matches('The bank cut its discount rate by 0.25 point.')).toBe(false);
});
