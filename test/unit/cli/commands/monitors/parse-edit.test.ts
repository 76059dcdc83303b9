import { expect, it } from 'vitest';
import { parseEdit } from '../../../../../src/cli/commands/monitors/edit/parse-edit.ts';

const before = { title: 'Chips', every_minutes: 60, exclude_words: ['x'], quiet_hours: null };

it.each([
  [before, {}],
  [{ ...before, every_minutes: 30 }, { every_minutes: 30 }],
  [{ quiet_hours: null, exclude_words: [] }, { exclude_words: [] }],
  [{ every_minutes: null }, { every_minutes: null }],
])('of %j only what has changed is sent', (after, edit) => {
  expect(parseEdit(JSON.stringify(after, null, 2), before)).toEqual({ edit });
});

it.each([
  ['{"title": "a",}', 'the text is not valid JSON'],
  ['[]', 'the text must be a JSON object'],
  ['{"id": "mon_2"}', 'id cannot be changed; fields: title, every_minutes'],
  ['{"every_minutes": 1}', 'every_minutes must be a whole number from 5'],
])('%j is invalid: %s', (text, problem) => {
  const parsed = parseEdit(text, before);
  expect('problems' in parsed && parsed.problems[0]).toContain(problem);
});
