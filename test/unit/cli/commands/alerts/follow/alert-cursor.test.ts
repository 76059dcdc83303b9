import { describe, expect, it } from 'vitest';
import { AlertCursor } from '../../../../../../src/cli/commands/alerts/follow/alert-cursor.ts';

const start = Date.parse('2026-11-20T12:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const stamp = (id: string, seconds: number) => ({ id, created_at: at(seconds) });

describe('a cursor', () => {
  it('begins after all that came in the newest instant', () => {
    const cursor = AlertCursor.after([stamp('c', 5), stamp('b', 5), stamp('a', 4)]);
    expect(cursor.position.since).toBe(at(5));
    expect(['a', 'b', 'c'].map((id) => cursor.hasSeen(id))).toEqual([false, true, true]);
  });

  it('has no bound before the first alert of all', () => {
    expect(AlertCursor.after([]).position).toEqual({ since: null, taken: [] });
  });

  it('looks back a minute from what it took, and remembers no more than that', () => {
    const cursor = AlertCursor.after([]);
    for (const [id, seconds] of [
      ['a', 0],
      ['b', 30],
      ['c', 90],
    ] as const) {
      cursor.markSeen(stamp(id, seconds));
    }
    expect(cursor.position).toEqual({ since: at(30), taken: [stamp('b', 30), stamp('c', 90)] });
  });

  it('never looks back behind its beginning, nor goes back for one that came late', () => {
    const cursor = new AlertCursor({ since: at(0), seen: [] });
    cursor.markSeen(stamp('a', 10));
    expect(cursor.position.since).toBe(at(0));
    cursor.markSeen(stamp('b', 100));
    cursor.markSeen(stamp('late', 50));
    expect(cursor.position).toEqual({ since: at(40), taken: [stamp('b', 100), stamp('late', 50)] });
  });

  it('compares instants, not their texts', () => {
    const cursor = new AlertCursor({ since: '2026-11-20T13:00:00+01:00', seen: [] });
    cursor.markSeen(stamp('a', 61));
    expect(cursor.position.since).toBe(at(1));
  });

  it('goes on from its place', () => {
    const cursor = AlertCursor.after([stamp('a', 0)]);
    cursor.markSeen({ ...stamp('b', 1), json: '{}' } as ReturnType<typeof stamp>);
    const copy = new AlertCursor(JSON.parse(JSON.stringify(cursor.position)));
    expect(copy.position).toEqual({ since: at(0), taken: [stamp('a', 0), stamp('b', 1)] });
  });
});
