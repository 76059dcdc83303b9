import { describe, expect, it } from 'vitest';
import { parseEntries } from '../../../../../src/cli/commands/monitors/file/parse-entries.ts';

const entry = { title: 'Chips', prompt: 'chip exports' };
const other = { title: 'Cocoa', prompt: 'cocoa quotas', every_minutes: null };

describe('a file of monitors', () => {
  it.each([
    ['what monitors export prints', JSON.stringify({ monitors: [entry, other] }, null, 2)],
    ['a list', JSON.stringify([entry, other])],
    ['JSON Lines', `${JSON.stringify(entry)}\n\n${JSON.stringify(other)}\n`],
    ['JSON Lines of Windows', `\ufeff${JSON.stringify(entry)}\r\n${JSON.stringify(other)}\r\n`],
  ])('is %s', (_, text) => {
    expect(parseEntries(text)).toEqual({ entries: [entry, other] });
  });

  it('may be one monitor', () => {
    expect(parseEntries(JSON.stringify(entry))).toEqual({ entries: [entry] });
  });

  it('has each problem reported with its place', () => {
    const text = JSON.stringify([
      { prompt: 'a' },
      { ...entry, titel: 'x' },
      { ...other, every_minutes: '30m' },
      entry,
      entry,
      7,
      { ...other, status: 'ended', on_demand: true },
    ]);
    const problems = [
      'entry 1: title is required',
      'entry 2: titel is unknown; did you mean title?',
      'entry 3: every_minutes must be a whole number from 5 to 43200',
      'entry 5: the title "Chips" is that of entry 4',
      'entry 6: must be a JSON object',
      'entry 7: on_demand is unknown',
      'entry 7: status must be one of: active, paused',
    ];
    const parsed = parseEntries(text);
    const found = 'problems' in parsed ? parsed.problems : [];
    expect(found).toHaveLength(problems.length);
    for (const problem of problems) {
      expect(found).toContainEqual(expect.stringContaining(problem));
    }
  });

  it.each([
    [' \n', 'is empty'],
    ['monitors:\n  - title: a', 'is not valid JSON'],
    ['[\n{"title": "a",\n}]', 'is not valid JSON: line 3'],
    [`${JSON.stringify(entry)}\n{"title":\n`, 'line 2: is not valid JSON'],
    ['['.repeat(30), 'has more than 20 levels'],
    [JSON.stringify(Array(1001).fill(entry)), 'has 1001 monitors; at most 1000'],
  ])('%j is rejected: %s', (text, problem) => {
    const parsed = parseEntries(text);
    expect('problems' in parsed && parsed.problems[0]).toContain(problem);
  });
});
