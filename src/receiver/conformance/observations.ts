import { setTimeout as pause } from 'node:timers/promises';
import { webhookHeader } from '../../contract/webhook-request.ts';
import { type TestRequest, withHeader } from './test-request.ts';

/** One rule about the events that a receiver handles, with the requests that check it. */
export interface Observation {
  /** Stable identifier in snake case. */
  readonly name: string;
  /** The rule in words. */
  readonly rule: string;
  readonly expected: 'handled_once' | 'not_handled';
  readonly type: 'news.alert' | 'webhook.test';
  /** Sends a signed request with an event of that type, as often and in the form that the rule says. */
  readonly check: (send: SendRequest, request: TestRequest) => Promise<void>;
}

type SendRequest = (request: TestRequest) => Promise<void>;

/** The rules for receivers (docs/service.md §8.4) that the responses do not show. */
export const observations: readonly Observation[] = [
  {
    name: 'event_handled_once',
    rule: 'an event is handled once',
    expected: 'handled_once',
    type: 'news.alert',
    check: (send, request) => send(request),
  },
  {
    name: 'repeats_handled_once',
    rule: 'an event that arrives again, later and at the same time, is handled once',
    expected: 'handled_once',
    type: 'news.alert',
    check: async (send, request) => {
      await Promise.all([send(request), send(request), send(request)]);
      await send(request);
    },
  },
  {
    name: 'test_not_handled',
    rule: 'webhook.test is not handled as an alert',
    expected: 'not_handled',
    type: 'webhook.test',
    check: (send, request) => send(request),
  },
  {
    name: 'forged_event_not_handled',
    rule: 'an event with a wrong signature is not handled',
    expected: 'not_handled',
    type: 'news.alert',
    check: (send, request) =>
      send(withHeader(request, webhookHeader.signature, () => `v1=${'0'.repeat(64)}`)),
  },
];

/** Milliseconds between two reads of the handled events. */
const pollInterval = 200;

/**
 * Reads the handled events until one of them has the id `lastId`, then once more, because the receiver
 * may handle events in another order.
 *
 * @param timeout in milliseconds
 * @throws an `AbortError` if the signal is aborted
 * @returns the number of lines with each id; `undefined` if the event does not appear in time
 */
export async function handledLines(
  read: () => Promise<string>,
  lastId: string,
  timeout: number,
  signal: AbortSignal,
): Promise<((id: string) => number) | undefined> {
  const deadline = performance.now() + timeout;
  while (!(await read()).includes(lastId)) {
    if (performance.now() > deadline) return undefined;
    await pause(pollInterval, undefined, { signal });
  }
  await pause(pollInterval, undefined, { signal });
  const lines = (await read()).split('\n');
  return (id) => lines.filter((line) => line.includes(id)).length;
}
