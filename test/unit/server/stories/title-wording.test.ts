import { expect, test } from 'vitest';
import { inTurns, titleWording } from '../../../../src/server/stories/title-wording.ts';

test('titles that differ in numbers, case and punctuation have the same wording', () => {
  const wording = titleWording('Otters 17: seen in Velden');
  expect(titleWording('OTTERS 18 seen in Velden!')).toBe(wording);
  expect(titleWording('Otters seen in Velden, 1,200')).toBe(wording);
  expect(titleWording('Otters seen in Porto')).not.toBe(wording);
  expect(titleWording('17')).toBe(titleWording(''));
  expect(titleWording('x'.repeat(100_000))).toBe(Math.trunc(titleWording('x'.repeat(64))));
  for (const each of ['a', 'b', 'c', 'd']) expect(titleWording(each) | 0).toBe(titleWording(each));
});

test('alike titles take turns with the others', () => {
  const titles = ['Otters 1', 'Otters 2', 'Badgers', 'Otters 3', 'Badgers 2', 'Herons'];
  expect(inTurns(titles, titleWording)).toEqual([
    'Otters 1',
    'Badgers',
    'Herons',
    'Otters 2',
    'Badgers 2',
    'Otters 3',
  ]);
});
