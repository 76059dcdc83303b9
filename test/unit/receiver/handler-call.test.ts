import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Failure, HandlerCall } from '../../../src/receiver/handler-call.ts';

const event = {
  id: 'evt_1',
  type: 'news.alert',
  received_at: 0,
  headers: [],
  body: Buffer.from('{}'),
  sequence: 1,
  failures: 0,
};

const stopped = new Error('stopped');

interface Options {
  readonly signal: AbortSignal;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Calls a handler, and collects how its calls end, and those that are stuck. */
function callOf(handle: (event: unknown, options: Options) => Promise<void>) {
  const ends: (Failure | undefined)[] = [];
  const stuck: HandlerCall[] = [];
  const call = new HandlerCall(event, {
    handler: { concurrency: 1, handle },
    timeout: 1000,
    onEnd: (_call, failure) => ends.push(failure),
    onStuck: (each) => stuck.push(each),
  });
  call.start();
  return { call, ends, stuck };
}

/** A handler call that ends when `reject` is called. */
function openCall() {
  let reject: (error: Error) => void = () => {};
  let options: Options | undefined;
  const call = callOf((_event, given) => {
    options = given;
    return new Promise((_resolve, fail) => {
      reject = fail;
    });
  });
  return { ...call, signal: () => options?.signal, reject: (error: Error) => reject(error) };
}

it('ends without a failure when the handler resolves', async () => {
  const { ends } = callOf(async () => {});
  await nextTurn();
  expect(ends).toEqual([undefined]);
});

it('aborts a signal that the handler has read', () => {
  const { call, signal } = openCall();
  expect(signal()?.aborted).toBe(false);
  call.abort(stopped);
  expect([signal()?.aborted, signal()?.reason]).toEqual([true, stopped]);
});

it('has an aborted signal when the handler reads it after the abort', () => {
  const { call, signal } = openCall();
  call.abort(stopped);
  call.abort(new Error('again'));
  expect([signal()?.aborted, signal()?.reason]).toEqual([true, stopped]);
});

it('passes a signal that can be copied with the options', async () => {
  const { ends } = callOf(async (_event, options) => {
    const { signal } = { ...options };
    if (signal.aborted) throw new Error('aborted');
  });
  await nextTurn();
  expect(ends).toEqual([undefined]);
});

it('fails if the handler throws instead of rejecting', async () => {
  const { ends } = callOf(() => {
    throw stopped;
  });
  await nextTurn();
  expect(ends).toEqual([{ error: stopped }]);
});

it('fails with the timeout when the handler has ended, and is stuck until then', async () => {
  const { ends, stuck, call, reject } = openCall();
  vi.advanceTimersByTime(1000);
  expect([ends, stuck]).toEqual([[], []]);
  vi.advanceTimersByTime(2000);
  expect([ends, stuck]).toEqual([[], [call]]);
  reject(new Error('late'));
  await nextTurn();
  expect(ends).toEqual([{ error: new Error('timed out after 1 s') }]);
});

it('ends once if it is ended before the handler', async () => {
  const { ends, call, reject } = openCall();
  call.abort(stopped);
  call.end();
  reject(new Error('late'));
  await nextTurn();
  expect(ends).toEqual([{ error: stopped }]);
});

it('has no timeout after its end', async () => {
  const { ends, stuck } = callOf(async () => {});
  await nextTurn();
  vi.advanceTimersByTime(10_000);
  expect([ends, stuck]).toEqual([[undefined], []]);
});
