import { describe, expect, it } from 'vitest';
import { describeStores } from './describe-stores.ts';
import { delivered, hour, noon, outboxUnderTest } from './outbox-under-test.ts';
import { aDelivery } from './records.ts';

const failed = {
  ...delivered,
  status: 'failed',
  last_status_code: 404,
  last_error: 'http_404',
} as const;

describeStores('the events of an account', (context) => {
  const { save, claim, claimedIds } = outboxUnderTest(context);

  async function settle(progress: typeof delivered | typeof failed, duration: number | null) {
    const [held] = await claim();
    await context.store.outbox.settle([
      {
        event_id: held?.event_id ?? '',
        lease_token: held?.lease_token ?? '',
        progress,
        attempt: {
          round: 1,
          ended_at: noon + 5,
          duration,
          status_code: progress.last_status_code,
          error: progress.last_error,
        },
      },
    ]);
  }

  it('have a log of their attempts, which a resend continues', async () => {
    const { events, outbox } = context.store;
    await save('evt_1', 'c');
    expect(await events.get('a', 'evt_1')).toMatchObject({ status: 'pending', attempt_log: [] });
    await settle(failed, 120);
    expect(await events.resend('a', 'evt_1', noon + hour)).toBe(true);
    expect(await events.get('a', 'evt_1')).toMatchObject({
      status: 'pending',
      round: 0,
      attempts: 0,
      due_at: noon + hour,
      settled_at: null,
      last_status_code: null,
      last_error: null,
      first_status: 'failed',
    });
    expect(await claimedIds()).toEqual([]);
    const [held] = await claim({ now: noon + hour, lease_until: noon + hour + 15_000 });
    expect(held).toMatchObject({ event_id: 'evt_1', attempts: 1, payload: '{"about":"evt_1"}' });
    await outbox.settle([
      {
        event_id: 'evt_1',
        lease_token: held?.lease_token ?? '',
        progress: delivered,
        attempt: { round: 1, ended_at: noon + hour, duration: null, status_code: 204, error: null },
      },
    ]);
    expect(await events.get('a', 'evt_1')).toMatchObject({
      status: 'delivered',
      first_status: 'failed',
      attempt_log: [
        { round: 1, ended_at: noon + 5, duration: 120, status_code: 404, error: 'http_404' },
        { round: 1, ended_at: noon + hour, duration: null, status_code: 204, error: null },
      ],
    });
  });

  it('are sent now if they wait to be retried, with their counts', async () => {
    const { events, outbox } = context.store;
    await save('evt_1', 'c');
    expect(await events.sendNow('a', 'evt_1', noon + 1)).toBe(false);
    const [held] = await claim();
    expect(await events.sendNow('a', 'evt_1', noon + 1)).toBe(false);
    const counts = { round: 2, attempts: 5, round_attempts: 2 };
    const progress = { ...failed, ...counts, status: 'retrying', due_at: noon + hour } as const;
    const lease_token = held?.lease_token ?? '';
    await outbox.settle([{ event_id: 'evt_1', lease_token, progress }]);
    expect(await claimedIds()).toEqual([]);
    expect(await events.sendNow('b', 'evt_1', noon)).toBe(false);
    expect(await events.sendNow('a', 'evt_1', noon)).toBe(true);
    expect(await events.sendNow('a', 'evt_1', noon)).toBe(false);
    expect(await claim()).toMatchObject([
      { event_id: 'evt_1', round: 2, attempts: 6, round_attempts: 3 },
    ]);
  });

  it('keep the last 100 attempts when they are sent again', async () => {
    const { events, outbox } = context.store;
    await save('evt_1', 'c');
    for (let n = 1; n <= 103; n += 1) {
      const [held] = await claim();
      const { event_id = '', lease_token = '' } = held ?? {};
      const attempt = {
        round: 1,
        ended_at: n,
        duration: null,
        status_code: 404,
        error: 'http_404',
      };
      await outbox.settle([{ event_id, lease_token, progress: failed, attempt }]);
      await events.resend('a', 'evt_1', noon);
    }
    const log = (await events.get('a', 'evt_1'))?.attempt_log ?? [];
    expect(log).toHaveLength(100);
    expect([log[0]?.ended_at, log[99]?.ended_at]).toEqual([4, 103]);
  });

  it('are not sent again while an attempt is due or in progress, or by another account', async () => {
    const { events } = context.store;
    await save('evt_1', 'c');
    expect(await events.resend('a', 'evt_1', noon)).toBe(false);
    await claim();
    expect(await events.resend('a', 'evt_1', noon)).toBe(false);
    await save('evt_2', 'd');
    await settle(failed, 1);
    expect(await events.get('b', 'evt_2')).toBeUndefined();
    expect(await events.resend('b', 'evt_2', noon)).toBe(false);
    const twice = await Promise.all([1, 2].map(() => events.resend('a', 'evt_2', noon)));
    expect(twice.toSorted()).toEqual([false, true]);
  });

  describe('are counted', () => {
    it('by status, since a time and up to a maximum', async () => {
      const { events, outbox } = context.store;
      const states = ['delivered', 'delivered', 'delivered', 'failed', 'pending'] as const;
      for (const [index, status] of states.entries()) {
        const due = status === 'pending' ? {} : { due_at: null };
        await outbox.add(aDelivery(`evt_${index}`, { status, created_at: noon + index, ...due }));
      }
      await outbox.add(aDelivery('evt_other', { account_id: 'b', created_at: noon }));
      const count = (since: number, max = 100) => events.count('a', { since, max });
      expect(await count(noon)).toEqual({ delivered: 3, failed: 1, pending: 1 });
      expect(await count(noon + 2)).toEqual({ delivered: 1, failed: 1, pending: 1 });
      expect(await count(noon, 2)).toEqual({ delivered: 2, failed: 1, pending: 1 });
      expect(await count(noon + hour)).toEqual({});
    });
  });
});
