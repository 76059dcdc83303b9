import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ManualClock } from 'newswatch/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { outcomeOfStatus } from '../../../../src/server/delivery/outcome.ts';
import { closing } from '../../../helpers/closing.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { accept, delivered, HeldRequests, testOutbox } from '../../../helpers/outbox-under-test.ts';
import { openTestStore } from '../../../helpers/test-store.ts';
import { startOfTime } from '../../../helpers/watch.ts';

afterEach(() => vi.useRealTimers());

const lease = 15_000;
const failed = outcomeOfStatus(500, undefined);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newswatch-leases-'));
});

/** Two dispatchers on one outbox. The first has its own clock. */
async function twoDispatchers() {
  const outbox = await testOutbox(folder);
  const held = new HeldRequests();
  const firstClock = new ManualClock(startOfTime);
  const first = outbox.dispatcher(held.send, { clock: firstClock });
  const tries: string[] = [];
  const second = outbox.dispatcher(
    ({ body }) => {
      tries.push(body);
      return accept();
    },
    { store: closing(await openTestStore(folder)) },
  );
  return { ...outbox, held, first, firstClock, second, tries };
}

describe('docs/receiver-cases.md, case 17: two servers on one database', () => {
  it('do not attempt what the other has claimed', async () => {
    const { add, first, second, held, tries, clock } = await twoDispatchers();
    await add('one', 8);
    first.wake();
    await eventually(() => held.count === 8);
    clock.advance(lease - 1);
    await second.idle();
    expect(tries).toEqual([]);
  });

  it('spare a slow endpoint together, and do not delay others', async () => {
    const { add, first, second, held, tries, deliveries } = await twoDispatchers();
    await add('slow', 100);
    first.wake();
    await eventually(() => held.count === 8);
    await add('good', 20);
    await second.idle();
    expect(tries).toHaveLength(20);
    const attempted = (await deliveries()).filter(({ attempts }) => attempts > 0);
    expect(attempted.filter(({ channel_id }) => channel_id === 'chan_slow')).toHaveLength(8);
  });

  it('ignore a settlement whose lease has expired', async () => {
    const { add, first, second, held, tries, clock, deliveries } = await twoDispatchers();
    await add('one', 1);
    first.wake();
    await eventually(() => held.count === 1);
    clock.advance(lease);
    await second.idle();
    const [interrupted] = await deliveries();
    expect(interrupted).toMatchObject({ status: 'retrying', last_error: 'interrupted' });
    clock.advance(1000);
    await second.idle();
    const before = await deliveries();
    expect(before).toMatchObject([{ status: 'delivered', attempts: 2, last_error: null }]);
    held.end(failed);
    await first.idle();
    expect(await deliveries()).toEqual(before);
    expect(tries).toHaveLength(1);
  });

  it('find within 30 seconds what the other has stored', async () => {
    const { add, second, tries, clock } = await twoDispatchers();
    await second.idle();
    await add('one', 1);
    clock.advance(30_000);
    await eventually(() => tries.length === 1);
  });

  it('wait for a first attempt that the other makes', async () => {
    const { add, first, second, held, deliveries } = await twoDispatchers();
    await add('one', 1);
    first.wake();
    await eventually(() => held.count === 1);
    const ids = (await deliveries()).map(({ event_id }) => event_id);
    const attempted = second.waitForAttempts(ids).then(() => 'attempted');
    held.end(delivered);
    const timeout = new Promise((resolve) => setTimeout(resolve, 5000, 'timed out'));
    expect(await Promise.race([attempted, timeout])).toBe('attempted');
  });

  it('on stop, wait for both attempts of a delivery that was claimed twice', async () => {
    const { add, first, firstClock, second, held, clock, deliveries } = await twoDispatchers();
    await add('one', 1);
    first.wake();
    await eventually(() => held.count === 1);
    clock.advance(lease);
    await second.idle();
    await second.stop();
    firstClock.advance(lease + 1000);
    await eventually(() => held.count === 2);
    const stopped = first.stop();
    held.end(failed, 1);
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    held.end(delivered);
    await stopped;
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });
});

describe('docs/receiver-cases.md, case 24: on stop, a dispatcher', () => {
  it('claims nothing more, lets attempts in flight end and keeps no lease', async () => {
    const { add, first, second, held, tries, deliveries } = await twoDispatchers();
    await add('one', 20);
    first.wake();
    await eventually(() => held.count === 8);
    const stopped = first.stop();
    held.end(delivered, 4);
    held.end(failed);
    await stopped;
    expect(held.count).toBe(0);
    const records = await deliveries();
    expect(records.filter(({ status }) => status === 'delivered')).toHaveLength(4);
    expect(records.filter(({ status }) => status === 'retrying')).toHaveLength(4);
    expect(records.filter(({ attempts }) => attempts === 0)).toHaveLength(12);
    // The clock has not moved, so only deliveries without a lease can be claimed.
    await second.idle();
    expect(tries).toHaveLength(12);
  });

  it('ends the wait for first attempts that it will not make', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { add, first, held, deliveries } = await twoDispatchers();
    await add('one', 9);
    const ids = (await deliveries()).map(({ event_id }) => event_id);
    const waiting = first.waitForAttempts(ids);
    await eventually(() => held.count === 8);
    const stopped = first.stop();
    held.end(delivered);
    await Promise.all([stopped, waiting, first.waitForAttempts(ids)]);
    expect((await deliveries()).filter(({ attempts }) => attempts === 0)).toHaveLength(1);
  });
});
