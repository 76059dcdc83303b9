import { expect, it } from 'vitest';
import { idsIn } from '../../../../src/cli/run/run-many.ts';

it.each([
  ['mon_1\nmon_2\n', ['mon_1', 'mon_2']],
  ['\ufeffmon_1\r\n\r\n  mon_2  ', ['mon_1', 'mon_2']],
  ['{"id":"mon_1","title":"a"}\n{"id":"mon_2"}\n', ['mon_1', 'mon_2']],
  ['{"id":"evt_1","channel_id":"chan_1"}\n{"id":"chan_2"}', ['chan_1', 'chan_2']],
  ['', []],
])('%j has the ids %j', (text, ids) => {
  expect(idsIn(text, 'channel_id')).toEqual(ids);
});

it('a line without an id is named, and so is one with several words', () => {
  const text = 'mon_1\n{"title":"a"}\n{"id":7}\n{\nmon_2 mon_3';
  expect(() => idsIn(text, 'id')).toThrow(
    'standard input: line 2 has no id; line 3 has no id; line 4 has no id; line 5 is not one id: mon_2 mon_3',
  );
});

it('a document instead of lines is recognized, and its lines are counted', () => {
  const document = JSON.stringify(
    { monitors: [{ id: 'mon_1', title: 'a b', prompt: 'c d' }] },
    null,
    2,
  );
  const problem = (text: string) => {
    try {
      return idsIn(text, 'id');
    } catch (error) {
      return error;
    }
  };
  expect(problem(document)).toMatchObject({
    message: expect.stringMatching(/^standard input: line 1 has no id; .*; and \d+ more$/),
    hint: expect.stringContaining('--format jsonl'),
  });
  expect(problem('a b')).toMatchObject({ hint: expect.stringContaining('one id per line') });
});
