import { expect, it } from 'vitest';
import { outcomeOfError } from '../../../../src/server/delivery/outcome.ts';
import type { WebhookRequest } from '../../../../src/server/delivery/webhook-sender.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { Gauge, Held, taking, testOutbox } from '../../../helpers/outbox-under-test.ts';

const timedOut = outcomeOfError('TIMEOUT');
const isDead = ({ url }: WebhookRequest) => new URL(url).hostname.startsWith('dead');

it('case 20: a dead endpoint beside ninety-nine good ones delays none of them', async () => {
  const { add, dispatcher, clock } = await testOutbox();
  await add('dead', 100);
  clock.advance(1000);
  for (let n = 0; n < 99; n += 1) await add(`good-${n}`, 10);
  const held = new Held();
  let taken = 0;
  const sender = dispatcher(async (post) => {
    if (isDead(post)) return held.deliver(post);
    taken += 1;
    return taking();
  });
  sender.wake();
  await eventually(() => taken === 990);
  // Not one attempt at the dead one has ended meanwhile.
  expect(held.count).toBe(8);
});

it('further case: where dead endpoints have every place, the next that is free goes to a good one', async () => {
  const { add, dispatcher, clock } = await testOutbox();
  for (let n = 0; n < 8; n += 1) await add(`dead-${n}`, 100);
  clock.advance(1000);
  await add('good', 1);
  const held = new Held();
  const asked: string[] = [];
  const sender = dispatcher((post) => {
    asked.push(new URL(post.url).hostname);
    return isDead(post) ? held.deliver(post) : taking();
  });
  sender.wake();
  await eventually(() => held.count === 64);
  held.answer(timedOut, 1);
  await eventually(() => asked.length > 64);
  expect(asked[64]).toBe('good.example.com');
});

it('case 21: 10,000 events at once are never more than 64 in flight, and 8 to one endpoint', async () => {
  const { add, dispatcher, deliveries } = await testOutbox();
  await add('busy', 2000);
  for (let n = 0; n < 20; n += 1) await add(`other-${n}`, 400);
  const gauge = new Gauge();
  const sender = dispatcher(({ url }) => gauge.during(url, taking));
  await sender.idle();
  expect(gauge.most).toEqual({ overall: 64, endpoint: 8 });
  const records = await deliveries();
  expect(records).toHaveLength(10_000);
  expect(
    records.filter(({ status, attempts }) => status !== 'delivered' || attempts !== 1),
  ).toEqual([]);
});
