import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ManualClock } from 'newswatch/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { outcomeOfStatus } from '../../../../src/server/delivery/outcome.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { accept, delivered, HeldRequests, testOutbox } from '../../../helpers/outbox-under-test.ts';
import { closing } from '../../../helpers/server.ts';
import { openTestStore } from '../../../helpers/test-store.ts';
import { startOfTime } from '../../../helpers/watch.ts';

afterEach(() => vi.useRealTimers());

const lease = 15_000;
const refused = outcomeOfStatus(500, undefined);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newswatch-leases-'));
});

/** One outbox, and two dispatchers over it, the time of the first being its own. */
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

describe('case 17: two servers on one database', () => {
  it('what one has claimed the other leaves alone', async () => {
    const { add, first, second, held, tries, clock } = await twoDispatchers();
    await add('one', 8);
    first.wake();
    await eventually(() => held.count === 8);
    clock.advance(lease - 1);
    await second.idle();
    expect(tries).toEqual([]);
  });

  it('one that slept past its lease is fenced: what it reports at last changes nothing', async () => {
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
    held.end(refused);
    await first.idle();
    expect(await deliveries()).toEqual(before);
    expect(tries).toHaveLength(1);
  });

  it('further case: what one saved before it was killed the other finds within half a minute', async () => {
    const { add, second, tries, clock } = await twoDispatchers();
    await second.idle();
    await add('one', 1);
    clock.advance(30_000);
    await eventually(() => tries.length === 1);
  });

  it('further case: who waits here for a first attempt is told when the other has made it', async () => {
    const { add, first, second, held, deliveries } = await twoDispatchers();
    await add('one', 1);
    first.wake();
    await eventually(() => held.count === 1);
    const ids = (await deliveries()).map(({ event_id }) => event_id);
    const told = second.waitForFirstAttempts(ids).then(() => 'told');
    held.end(delivered);
    const patience = new Promise((resolve) => setTimeout(resolve, 5000, 'waited in vain'));
    expect(await Promise.race([told, patience])).toBe('told');
  });

  it('further case: one that wakes and claims the event again waits for both of its attempts', async () => {
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
    held.end(refused, 1);
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    held.end(delivered);
    await stopped;
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });
});

describe('case 24: a dispatcher that is told to stop', () => {
  it('claims nothing more, lets attempts in flight end and keeps no lease', async () => {
    const { add, first, second, held, tries, deliveries } = await twoDispatchers();
    await add('one', 20);
    first.wake();
    await eventually(() => held.count === 8);
    const stopped = first.stop();
    held.end(delivered, 4);
    held.end(refused);
    await stopped;
    expect(held.count).toBe(0);
    const standing = await deliveries();
    expect(standing.filter(({ status }) => status === 'delivered')).toHaveLength(4);
    expect(standing.filter(({ status }) => status === 'retrying')).toHaveLength(4);
    expect(standing.filter(({ attempts }) => attempts === 0)).toHaveLength(12);
    // No time has passed: only what nobody holds can be taken.
    await second.idle();
    expect(tries).toHaveLength(12);
  });

  it('further case: keeps nobody waiting for a first attempt that it will not make', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { add, first, held, deliveries } = await twoDispatchers();
    await add('one', 9);
    const ids = (await deliveries()).map(({ event_id }) => event_id);
    const waiting = first.waitForFirstAttempts(ids);
    await eventually(() => held.count === 8);
    const stopped = first.stop();
    held.end(delivered);
    await Promise.all([stopped, waiting, first.waitForFirstAttempts(ids)]);
    expect((await deliveries()).filter(({ attempts }) => attempts === 0)).toHaveLength(1);
  });
});
