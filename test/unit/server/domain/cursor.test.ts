import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  type CursorScope,
  encodeCursor,
  readCursor,
  readRowCursor,
  toPage,
  toRowPage,
} from '../../../../src/server/domain/cursor.ts';

const scope: CursorScope = {
  operation: 'alerts.list',
  accountId: 'acc',
  parameters: { since: 5, until: undefined },
};
const schema = z.tuple([z.int(), z.string()]);
const cursor = encodeCursor(scope, [7, 'å"\n']);

function problem(text: string, wanted: CursorScope = scope): string {
  try {
    readCursor(text, wanted, schema);
    return 'none';
  } catch (error) {
    expect(error).toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ field: 'cursor' }] },
    });
    return String(error);
  }
}

describe('a cursor', () => {
  it('holds a position, and can be used in a URL as it is', () => {
    expect(readCursor(cursor, scope, schema)).toEqual([7, 'å"\n']);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(readCursor(undefined, scope, schema)).toBeUndefined();
  });

  it('is valid for the same parameters in another order, with or without undefined ones', () => {
    const first = encodeCursor({ ...scope, parameters: { a: 1, b: 2, c: undefined } }, [7, 'x']);
    expect(readCursor(first, { ...scope, parameters: { b: 2, a: 1 } }, schema)).toEqual([7, 'x']);
  });

  it.each([
    ['another operation', { ...scope, operation: 'monitors.runs' }, 'another list'],
    ['other parameters', { ...scope, parameters: { since: 6 } }, 'other parameters'],
    ['fewer parameters', { operation: scope.operation, accountId: 'acc' }, 'other parameters'],
    ['another account', { ...scope, accountId: 'other' }, 'another account'],
  ])('is refused for %s', (_title, wanted, message) => {
    expect(problem(cursor, wanted)).toContain(message);
  });

  it('is refused if any character is missing, added or changed', () => {
    for (let index = 0; index < cursor.length; index += 1) {
      const other = cursor[index] === 'A' ? 'B' : 'A';
      const [before, after] = [cursor.slice(0, index), cursor.slice(index + 1)];
      expect(problem(before + after)).toContain('is damaged');
      expect(problem(before + other + after)).toContain('is damaged');
      expect(problem(`${before}\n${cursor.slice(index)}`)).toContain('is damaged');
    }
    for (const text of ['', 'x', 'null', '💥', 'A'.repeat(2000)]) {
      expect(problem(text)).toContain('is damaged');
    }
  });

  it.each([[[]], [[7]], [[7, 8]], [['7', 'x']], [[0.5, 'x']], [[7, 'x', 9]]])(
    'is refused if its position %j cannot be one of the list',
    (position) => {
      expect(problem(encodeCursor(scope, position))).toContain('is damaged');
    },
  );
});

describe('a page', () => {
  const rows = [5, 4, 4].map((at, index) => ({ at, sequence: 9 - index }));

  it('ends at the limit and has a cursor for the next one', () => {
    const page = toRowPage(rows, 2, scope, ({ at }) => at);
    expect(page).toMatchObject({ items: rows.slice(0, 2), has_more: true });
    expect(readRowCursor(page.next_cursor ?? '', scope)).toEqual({ time: 4, sequence: 8 });
  });

  it('has no cursor if the list ends with it', () => {
    const end = { has_more: false, next_cursor: null };
    expect(toRowPage(rows, 3, scope, ({ at }) => at)).toEqual({ items: rows, ...end });
    expect(toPage([], 1, scope, () => [1])).toEqual({ items: [], ...end });
  });
});
