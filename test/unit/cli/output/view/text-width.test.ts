import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listTable } from '../../../../../src/cli/output/view/list-table.ts';
import { recordTable } from '../../../../../src/cli/output/view/record-table.ts';
import { cutText, textWidth, wrapText } from '../../../../../src/cli/output/view/text-width.ts';

const family = '👩‍👩‍👧‍👦';
/** Text of several scripts, without line breaks and control characters. */
const text = fc.string({
  unit: fc.constantFrom(
    ...'ab c-é',
    '東',
    '한',
    'か\u3099',
    family,
    '🇵🇹',
    'e\u0301',
    'ש',
    'ل',
    '\u200d',
    'ﬁ',
    'ｱ',
  ),
  maxLength: 60,
});

describe('the width of a text', () => {
  it.each([
    ['abc', 3],
    ['Größe', 5],
    ['東京', 4],
    [family, 2],
    ['e\u0301', 1],
    ['שלום', 4],
    ['', 0],
  ])('%s is %d', (value, width) => {
    expect(textWidth(value)).toBe(width);
  });

  it('is the same with and without segments', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(textWidth(value)).toBe(stringWidth(value));
      }),
    );
  });
});

describe('a cut text', () => {
  it.each([
    ['abcdef', 4, 'abc…'],
    ['abcd', 4, 'abcd'],
    ['東京都', 4, '東…'],
    ['東京', 4, '東京'],
    [`a${family}b`, 3, 'a…'],
    ['ab', 1, '…'],
  ])('%s at %d is %s', (value, width, expected) => {
    expect(cutText(value, width)).toBe(expected);
  });

  it('segments no more of a long text than can be shown', () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    onTestFinished(() => segment.mockRestore());
    expect(cutText('é東e\u0301'.repeat(4000), 40)).toMatch(/^é.*…$/);
    const [[segmented] = []] = segment.mock.calls;
    expect(segmented?.length).toBeLessThan(2000);
  });
});

describe('no line is wider than the terminal', () => {
  const width = fc.integer({ min: 8, max: 60 });
  it('in a table', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(text, { minLength: 3, maxLength: 3 })),
        width,
        (rows, limit) => {
          const columns = [0, 1, 2].map((index) => ({
            name: `column ${index}`,
            cells: rows.map((row) => row[index] ?? ''),
            isNumeric: index === 1,
            canBeCut: index !== 1,
          }));
          const lines = listTable(columns, { width: limit }).text.split('\n').slice(0, -1);
          expect(lines).toHaveLength(rows.length + 1);
          expect(Math.max(...lines.map((line) => textWidth(line)))).toBeLessThanOrEqual(limit);
        },
      ),
    );
  });

  it('in a record', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), width, (entries, limit) => {
        const lines = recordTable(entries, { width: limit }).split('\n');
        expect(Math.max(...lines.map((line) => textWidth(line)))).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

it('a wrapped text keeps its words', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 30 }), (value, limit) => {
      expect(wrapText(value, limit).join('').replaceAll(' ', '')).toBe(value.replaceAll(' ', ''));
    }),
  );
});
