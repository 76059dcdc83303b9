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
const isDead = ({ url }: WebhookRequest) => new URL(url).hostname.startsWith('dead');

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
