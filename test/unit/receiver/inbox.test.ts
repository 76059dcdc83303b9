import { Inbox } from 'newswatch/receiver';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let inbox: Inbox;
beforeEach(() => {
  inbox = Inbox.open(':memory:');
});
afterEach(() => inbox.close());

const body = Buffer.from('{}');

function add(state: 'received' | 'handling' | 'done', ...ids: string[]): void {
  for (const id of ids)
    inbox.add({ id, type: 'news.alert', received_at: 0, headers: [], body }, state);
}

const states = (...ids: string[]) => ids.map((id) => inbox.stateOf(id));
const claim = (limit = 9, now = 0) => inbox.claim(limit, now).map(({ id }) => id);

/** Claims the only event that is due. */
function claimOne(now = 0) {
  const [event, ...others] = inbox.claim(9, now);
  if (!event || others.length > 0) throw new Error('not one event is due');
  return event;
}

describe('the inbox', () => {
  it('stores an event once', () => {
    add('received', 'evt_1', 'evt_1');
    expect([inbox.countUnhandled(), claim()]).toEqual([1, ['evt_1']]);
  });

  it('claims events in the order of arrival, up to the limit', () => {
    add('received', 'a', 'b', 'c');
    expect([claim(2), claim(2), claim(2)]).toEqual([['a', 'b'], ['c'], []]);
  });

  it('releases the claimed events of a process that ended, but not the done ones', () => {
    add('received', 'done', 'handling', 'waiting');
    const claimed = inbox.claim(2, 0);
    inbox.finish(claimed.slice(0, 1).map(({ sequence }) => sequence));
    expect([claim(), inbox.recover(), claim()]).toEqual([['waiting'], 2, ['handling', 'waiting']]);
  });

  it('releases a claimed event, and leaves any other as it is', () => {
    add('received', 'waiting');
    add('handling', 'claimed');
    add('done', 'done');
    for (const id of ['waiting', 'claimed', 'done', 'unknown']) inbox.release(id);
    expect(states('waiting', 'claimed', 'done')).toEqual(['received', 'received', 'done']);
  });

  it('marks as done only the given events', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    add('handling', ...ids);
    inbox.finish([6, 1, 4, 3]);
    expect(states(...ids)).toEqual(['done', 'handling', 'done', 'done', 'handling', 'done']);
  });

  it('counts received and handling events as unhandled', () => {
    add('received', 'a');
    add('handling', 'b', 'c');
    add('done', 'd');
    inbox.fail(claimOne(), 'broken', undefined);
    expect(inbox.countUnhandled()).toBe(2);
  });
});

describe('a failed event', () => {
  beforeEach(() => add('received', 'evt_1'));

  it('is due again at the given time', () => {
    inbox.fail(claimOne(), 'broken', 1000);
    expect(claim(9, 999)).toEqual([]);
    expect(claimOne(1000)).toMatchObject({ id: 'evt_1', failures: 1 });
  });

  it('becomes a dead letter without such a time', () => {
    inbox.fail(claimOne(), 'broken', undefined);
    expect(inbox.deadLetters()).toEqual([
      { id: 'evt_1', type: 'news.alert', received_at: 0, failures: 1, last_error: 'broken' },
    ]);
  });

  it('is counted once, even if the same failure is stored twice', () => {
    const claimed = claimOne();
    inbox.fail(claimed, 'broken', 0);
    inbox.fail(claimed, 'broken', 0);
    expect(claimOne().failures).toBe(1);
  });

  it('stays claimed if an earlier failure is stored after it was claimed again', () => {
    const claimed = claimOne();
    inbox.fail(claimed, 'broken', 0);
    claimOne();
    inbox.fail(claimed, 'broken', undefined);
    expect(states('evt_1')).toEqual(['handling']);
  });

  it('starts with no failures when it is replayed', () => {
    inbox.fail(claimOne(), 'broken', undefined);
    expect([inbox.replay('evt_1', 5), inbox.replay('evt_1', 5)]).toEqual([true, false]);
    expect([claim(9, 4), claimOne(5).failures, inbox.deadLetters()]).toEqual([[], 0, []]);
  });
});

it('purges only done events that are old enough', () => {
  add('done', 'done');
  add('received', 'waiting', 'dead');
  const [, dead] = inbox.claim(2, 0);
  if (dead) inbox.fail(dead, 'broken', undefined);
  expect([inbox.purge(0), inbox.purge(1)]).toEqual([0, 1]);
  expect(states('done', 'waiting', 'dead')).toEqual([undefined, 'handling', 'dead']);
});
