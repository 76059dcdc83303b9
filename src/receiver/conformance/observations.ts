import { setTimeout as pause } from 'node:timers/promises';
import { webhookHeader } from '../../contract/events.ts';
import { sampleEvent } from './sample-event.ts';
import { type Sign, type TestRequest, withHeader } from './test-request.ts';

/** One rule about what a receiver handles, with the requests that show whether it follows it. */
export interface Observation {
  /** Stable identifier in snake case. */
  readonly name: string;
  /** The rule in words. */
  readonly rule: string;
  readonly expected: 'handled_once' | 'not_handled';
  /** Sends the requests; returns the id of their event. */
  readonly send: (send: (request: TestRequest) => Promise<void>, sign: Sign) => Promise<string>;
}

function newAlert() {
  return sampleEvent('news.alert', Date.now());
}

/** The rules for receivers (docs/service.md §8.4) that the responses do not show. */
export const observations: readonly Observation[] = [
  {
    name: 'event_handled_once',
    rule: 'an event is handled once',
    expected: 'handled_once',
    send: async (send, sign) => {
      const event = newAlert();
      await send(sign({ event }));
      return event.id;
    },
  },
  {
    name: 'repeats_handled_once',
    rule: 'an event that arrives again, later and at the same time, is handled once',
    expected: 'handled_once',
    send: async (send, sign) => {
      const event = newAlert();
      const request = sign({ event });
      await Promise.all([send(request), send(request), send(request)]);
      await send(request);
      return event.id;
    },
  },
  {
    name: 'test_not_handled',
    rule: 'webhook.test is not handled as an alert',
    expected: 'not_handled',
    send: async (send, sign) => {
      const event = sampleEvent('webhook.test', Date.now());
      await send(sign({ event }));
      return event.id;
    },
  },
  {
    name: 'forged_event_not_handled',
    rule: 'an event with a wrong signature is not handled',
    expected: 'not_handled',
    send: async (send, sign) => {
      const event = newAlert();
      await send(
        withHeader(sign({ event }), webhookHeader.signature, () => `v1=${'0'.repeat(64)}`),
      );
      return event.id;
    },
  },
];

/** Milliseconds between two reads of what was handled. */
const pollInterval = 200;

/**
 * Reads what was handled until an event is in it, then once more, because others may be handled in
 * another order.
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
