import { expect, it } from 'vitest';
import { HandlerCall } from '../../../src/receiver/handler-call.ts';

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

const neverEnding = () => new Promise<never>(() => {});

it('aborts a signal that the handler has read', async () => {
  let signal: AbortSignal | undefined;
  const handle = (_event: unknown, options: { signal: AbortSignal }) => {
    signal = options.signal;
    return neverEnding();
  };
  const call = new HandlerCall({ concurrency: 1, handle }, event);
  expect(signal?.aborted).toBe(false);
  call.abort(stopped);
  await expect(call.outcome).rejects.toBe(stopped);
  expect([call.isAborted, signal?.aborted, signal?.reason]).toEqual([true, true, stopped]);
});

it('has an aborted signal when the handler reads it after the abort', async () => {
  let late: (() => AbortSignal) | undefined;
  const handle = (_event: unknown, options: { signal: AbortSignal }) => {
    late = () => options.signal;
    return neverEnding();
  };
  const call = new HandlerCall({ concurrency: 1, handle }, event);
  call.abort(stopped);
  call.abort(new Error('again'));
  await expect(call.outcome).rejects.toBe(stopped);
  expect([late?.().aborted, late?.().reason]).toEqual([true, stopped]);
});

it('passes a signal that can be copied with the options', async () => {
  const handle = async (_event: unknown, options: { signal: AbortSignal }) => {
    const { signal } = { ...options };
    if (signal.aborted) throw new Error('aborted');
  };
  await expect(new HandlerCall({ concurrency: 1, handle }, event).outcome).resolves.toBe(undefined);
});

it('rejects if the handler throws instead of rejecting', async () => {
  const handle = () => {
    throw stopped;
  };
  const call = new HandlerCall({ concurrency: 1, handle }, event);
  await expect(call.outcome).rejects.toBe(stopped);
  expect(call.isAborted).toBe(false);
});
