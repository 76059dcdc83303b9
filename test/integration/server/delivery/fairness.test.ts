import { expect, it } from 'vitest';
import { outcomeOfError } from '../../../../src/server/delivery/outcome.ts';
import type { WebhookRequest } from '../../../../src/server/delivery/webhook-sender.ts';
import { eventually } from '../../../helpers/eventually.ts';
import {
  accept,
  HeldRequests,
  InFlightGauge,
  testOutbox,
} from '../../../helpers/outbox-under-test.ts';

const timedOut = outcomeOfError('TIMEOUT');
const isDead = ({ url }: Pick<WebhookRequest, 'url'>) => new URL(url).hostname.startsWith('dead');

it('docs/receiver-cases.md, case 20: a dead receiver does not delay deliveries to 99 others', async () => {
  const { add, dispatcher, clock } = await testOutbox();
  await add('dead', 100);
  clock.advance(1000);
  for (let n = 0; n < 99; n += 1) await add(`good-${n}`, 10);
  const held = new HeldRequests();
  let accepted = 0;
  const running = dispatcher(async (request) => {
    if (isDead(request)) return held.send();
    accepted += 1;
    return accept();
  });
  running.wake();
  await eventually(() => accepted === 990);
  // None of the attempts to reach the dead receiver has ended meanwhile.
  expect(held.count).toBe(8);
});

it('when dead receivers occupy all attempts, the next one goes to a receiver that works', async () => {
  const { add, dispatcher, clock } = await testOutbox();
  for (let n = 0; n < 8; n += 1) await add(`dead-${n}`, 100);
  clock.advance(1000);
  await add('good', 1);
  const held = new HeldRequests();
  const requested: string[] = [];
  const running = dispatcher((request) => {
    requested.push(new URL(request.url).hostname);
    return isDead(request) ? held.send() : accept();
  });
  running.wake();
  await eventually(() => held.count === 64);
  held.end(timedOut, 1);
  await eventually(() => requested.length > 64);
  expect(requested[64]).toBe('good.example.com');
});

it('names that never resolve delay no delivery to others', async () => {
  const { add, dispatcher, clock } = await testOutbox();
  for (let n = 0; n < 100; n += 1) await add(`dead-${n}`, 1);
  clock.advance(1000);
  for (let n = 0; n < 10; n += 1) await add(`good-${n}`, 1);
  const requested: string[] = [];
  let lookups = 0;
  const resolve: (() => void)[] = [];
  const running = dispatcher(
    (request) => {
      requested.push(new URL(request.url).hostname);
      return accept();
    },
    {
      lookUp: (url) => {
        if (!isDead({ url })) return undefined;
        lookups += 1;
        return new Promise((found) => resolve.push(() => found(0)));
      },
    },
  );
  running.wake();
  await eventually(() => requested.length === 10);
  expect(requested.every((name) => name.startsWith('good'))).toBe(true);
  expect(lookups).toBe(100);
  for (const each of resolve) each();
  await running.idle();
  expect(requested).toHaveLength(110);
});

it('of a host, at most 32 deliveries wait for its lookup', async () => {
  const { add, dispatcher } = await testOutbox();
  for (let n = 0; n < 100; n += 1) await add(`tenant-${n}`, 1, `https://dead.example.com/${n}`);
  await add('good', 1);
  let lookups = 0;
  const running = dispatcher(accept, {
    lookUp: (url) => {
      if (!isDead({ url })) return undefined;
      lookups += 1;
      return new Promise(() => {});
    },
  });
  await running.waitForAttempts([]);
  running.wake();
  await eventually(() => lookups >= 32);
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
  expect(lookups).toBe(32);
});

it('docs/receiver-cases.md, case 21: of 10,000 deliveries at most 64 are in flight, 8 to one receiver', async () => {
  const { add, dispatcher, deliveries } = await testOutbox();
  await add('busy', 2000);
  for (let n = 0; n < 20; n += 1) await add(`other-${n}`, 400);
  const gauge = new InFlightGauge();
  const running = dispatcher(({ url }) => gauge.during(url, accept));
  await running.idle();
  expect(gauge.max).toEqual({ overall: 64, url: 8 });
  const records = await deliveries();
  expect(records).toHaveLength(10_000);
  expect(
    records.filter(({ status, attempts }) => status !== 'delivered' || attempts !== 1),
  ).toEqual([]);
});
