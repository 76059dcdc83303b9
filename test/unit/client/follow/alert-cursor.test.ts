import { describe, expect, it } from 'vitest';
import { AlertCursor } from '../../../../src/client/follow/alert-cursor.ts';

const start = Date.parse('2026-11-20T12:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const ref = (id: string, seconds: number) => ({ id, created_at: at(seconds) });

describe('AlertCursor', () => {
  it('starts after all alerts of the newest instant', () => {
    const cursor = AlertCursor.after([ref('c', 5), ref('b', 5), ref('a', 4)]);
    expect(cursor.position.since).toBe(at(5));
    expect(['a', 'b', 'c'].map((id) => cursor.hasSeen(id))).toEqual([false, true, true]);
  });

  it('has no bound before the first alert', () => {
    expect(AlertCursor.after([]).position).toEqual({ since: null, seen: [] });
  });

  it('looks back one minute from the newest seen alert and forgets earlier ones', () => {
    const cursor = AlertCursor.after([]);
    for (const [id, seconds] of [
      ['a', 0],
      ['b', 30],
      ['c', 90],
    ] as const) {
      cursor.markSeen(ref(id, seconds));
    }
    expect(cursor.position).toEqual({ since: at(30), seen: [ref('b', 30), ref('c', 90)] });
  });

  it('never moves back: neither behind its start nor for a late alert', () => {
    const cursor = new AlertCursor({ since: at(0), seen: [] });
    cursor.markSeen(ref('a', 10));
    expect(cursor.position.since).toBe(at(0));
    cursor.markSeen(ref('b', 100));
    cursor.markSeen(ref('late', 50));
    expect(cursor.position).toEqual({ since: at(40), seen: [ref('b', 100), ref('late', 50)] });
  });

  it('compares instants, not their text', () => {
    const cursor = new AlertCursor({ since: '2026-11-20T13:00:00+01:00', seen: [] });
    cursor.markSeen(ref('a', 61));
    expect(cursor.position.since).toBe(at(1));
  });

  it('can be restored from its position', () => {
    const cursor = AlertCursor.after([ref('a', 0)]);
    cursor.markSeen({ ...ref('b', 1), json: '{}' } as ReturnType<typeof ref>);
    const copy = new AlertCursor(JSON.parse(JSON.stringify(cursor.position)));
    expect(copy.position).toEqual({ since: at(0), seen: [ref('a', 0), ref('b', 1)] });
  });
});
