import { expect, test } from 'vitest';
import { statedNumbers } from '../../../../src/server/stories/story-numbers.ts';
import { storyWords } from '../../../../src/server/stories/story-words.ts';

function numbersOf(text: string): string[] {
  return statedNumbers(storyWords(text, 100)).map(({ value, unit }) => `${value} ${unit}`.trim());
}

test.each([
  ['5 dead, twelve injured', ['5 dead', '12 injure']],
  ['a bid of 1.2 billion dollars', ['1200000000 $']],
  ['$1.2bn', ['1200000000 $']],
  ['€50 million or 5%', ['50000000 $', '5 %']],
  ['3,5 Prozent von 2 Mrd. Euro', ['3.5 %', '2000000000 $']],
  ['9,148,000 shares, 1.234.567 Stück', ['9148000 shares', '1234567 stuck']],
  ['6-3/16 pct', ['6.1875 %']],
  ['3億円', ['300000000 $']],
  ['١٢ قتيلا', ['12 قتيلا']],
  ['１２人', ['12 人']],
])('reads the numbers of %j', (text, numbers) => {
  expect(numbersOf(text)).toEqual(numbers);
});

test.each([
  'on March 16, 1987',
  'am 3. Mai 2026',
  'at 11:30 EDT',
  'for 5 days and 3 hours',
  '2026-11-20',
  'in 1987',
  'version 1.2.3.4',
  '4th',
])('sees no number in %j', (text) => {
  expect(numbersOf(text)).toEqual([]);
});

test.each([
  'The payment is due on Monday, and once more in May',
  'Police seize cocaine at the harbour',
  'Elf Aquitaine and Otto Group open a shop on Sept 5, 2026',
  'Der Minister sagte, er sei zufrieden',
])('words that are numbers only in another language are none: %s', (text) => {
  expect(numbersOf(text).filter((number) => !/^(?:5|2026)/.test(number))).toEqual([]);
});
