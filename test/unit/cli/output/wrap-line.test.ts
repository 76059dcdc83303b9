import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wrapLine } from '../../../../src/cli/output/wrap-line.ts';

it('breaks a line between words and indents the rest', () => {
  expect(wrapLine('newswatch: a plan is required', 20)).toBe('newswatch: a plan is\n  required');
  expect(wrapLine('  see https://news.example.com/pricing now', 12)).toBe(
    '  see\n    https://news.example.com/pricing\n    now',
  );
  expect(wrapLine('', 10)).toBe('');
});

it('keeps the words, and no line of short words is too wide', () => {
  const line = fc.stringMatching(/^ {0,3}([a-z]{1,6} {1,3})*$/);
  fc.assert(
    fc.property(line, fc.integer({ min: 12, max: 40 }), (text, width) => {
      const lines = wrapLine(text, width);
      expect(lines.match(/\S+/g)).toEqual(text.match(/\S+/g));
      for (const each of lines.split('\n'))
        expect(each.trimEnd().length).toBeLessThanOrEqual(width);
    }),
  );
});
