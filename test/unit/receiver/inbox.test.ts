import { Inbox } from 'newswatch/receiver';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let inbox: Inbox;
beforeEach(() => {
  inbox = Inbox.open(':memory:');
});
afterEach(() => inbox.close());

const body = Buffer.from('{}');

function add(state: 'received' | 'done', ...ids: string[]): void {
  for (const id of ids)
    inbox.add({ id, type: 'news.alert', received_at: 0, headers: [], body }, state);
}

const states = (...ids: string[]) => ids.map((id) => inbox.stateOf(id));
const due = (now = 0) => inbox.due(now, 9, []).map(({ id }) => id);

/** The only event that is due. */
function oneDue(now = 0) {
  const [event, ...others] = inbox.due(now, 9, []);
  if (!event || others.length > 0) throw new Error('not one event is due');
  return event;
}

describe('the inbox', () => {
  it('stores an event once', () => {
    add('received', 'evt_1', 'evt_1');
    expect([inbox.countUnhandled(), due()]).toEqual([1, ['evt_1']]);
  });

  it('returns due events in the order of arrival, up to the limit', () => {
    add('received', 'a', 'b', 'c');
    expect(inbox.due(0, 2, []).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('leaves out the given events, which do not count for the limit', () => {
    add('received', 'a', 'b', 'c', 'd');
    expect(inbox.due(0, 2, [1, 3, 99]).map(({ id }) => id)).toEqual(['b', 'd']);
  });

  it('marks as done only the given event', () => {
    add('received', 'a', 'b');
    inbox.finish([1]);
    expect(states('a', 'b')).toEqual(['done', 'received']);
    expect(due()).toEqual(['b']);
  });

  it('counts received events as unhandled', () => {
    add('received', 'dead');
    inbox.fail(oneDue(), 'broken', undefined);
    add('received', 'a', 'b');
    add('done', 'c');
    expect(inbox.countUnhandled()).toBe(2);
  });
});

describe('a failed event', () => {
  beforeEach(() => add('received', 'evt_1'));

  it('is due again at the given time', () => {
    inbox.fail(oneDue(), 'broken', 1000);
    expect(due(999)).toEqual([]);
    expect(oneDue(1000)).toMatchObject({ id: 'evt_1', failures: 1 });
  });

  it('becomes a dead letter without such a time', () => {
    inbox.fail(oneDue(), 'broken', undefined);
    expect([due(), inbox.deadLetters()]).toEqual([
      [],
      [{ id: 'evt_1', type: 'news.alert', received_at: 0, failures: 1, last_error: 'broken' }],
    ]);
  });

  it('is counted once, even if the same failure is stored twice', () => {
    const event = oneDue();
    inbox.fail(event, 'broken', 0);
    inbox.fail(event, 'broken', undefined);
    expect(oneDue().failures).toBe(1);
  });

  it('starts with no failures when it is replayed', () => {
    inbox.fail(oneDue(), 'broken', undefined);
    expect([inbox.replay('evt_1', 5), inbox.replay('evt_1', 5)]).toEqual([true, false]);
    expect([due(4), oneDue(5).failures, inbox.deadLetters()]).toEqual([[], 0, []]);
  });
});

it('purges only done events that are old enough', () => {
  add('received', 'dead');
  inbox.fail(oneDue(), 'broken', undefined);
  add('received', 'waiting');
  add('done', 'done');
  expect([inbox.purge(0), inbox.purge(1)]).toEqual([0, 1]);
  expect(states('done', 'waiting', 'dead')).toEqual([undefined, 'received', 'dead']);
});

it('stores a batch of events, and returns those that were not known', () => {
  add('received', 'a');
  const batch = ['a', 'b', 'c', 'b'].map((id, n) => ({
    id,
    type: 'news.alert',
    received_at: n,
    headers: [],
    body,
  }));
  expect(inbox.receive(batch)).toMatchObject([
    { id: 'b', sequence: 2, failures: 0 },
    { id: 'c', sequence: 3, failures: 0 },
  ]);
  expect(due(9)).toEqual(['a', 'b', 'c']);
  expect(inbox.receive(batch)).toEqual([]);
});
