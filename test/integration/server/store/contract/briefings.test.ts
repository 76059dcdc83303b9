import { beforeEach, describe, expect, it } from 'vitest';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { aBriefing, aMonitor, anAccount, anAlert, aRun } from './records.ts';

describeStores('briefings', (context) => {
  beforeEach(async () => {
    for (const id of ['a', 'b']) await addRecords(context.store, { accounts: [anAccount(id)] });
  });

  const titles = async (
    account: string,
    ...page: [limit: number, after?: { time: number; sequence: number }]
  ) => (await context.store.briefings.list(account, ...page)).map(({ title }) => title);

  it('can be stored', async () => {
    await addRecords(context.store, { briefings: [aBriefing('x')] });
    expect(await context.store.briefings.list('a', 10)).toEqual([
      { ...aBriefing('x'), sequence: expect.any(Number) },
    ]);
  });

  it('are listed newest first, in pages, for one account', async () => {
    const { briefings } = context.store;
    for (const [id, created_at] of [
      ['1', 1],
      ['2', 5],
      ['3', 5],
      ['4', 2],
    ] as const) {
      await addRecords(context.store, { briefings: [aBriefing(id, { created_at })] });
    }
    await addRecords(context.store, { briefings: [aBriefing('other', { account_id: 'b' })] });
    expect(await titles('a', 10)).toEqual(['3', '2', '4', '1']);
    const [, last] = await briefings.list('a', 2);
    const position = { time: last?.created_at ?? 0, sequence: last?.sequence ?? 0 };
    expect(await titles('a', 10, position)).toEqual(['4', '1']);
  });

  it('end their period for all alerts that are recorded later', async () => {
    const { alerts, briefings, monitors, runs } = context.store;
    const members = ['a', 'b'].map((account_id) => ({ account_id, webhooks: true }));
    await addRecords(context.store, { teams: [{ id: 't', name: 'T', members }] });
    const record = async (id: string, owner_id: string, created_at: number) => {
      const alert = anAlert(id, { run_id: id, monitor_id: id, owner_id, team_id: 't', created_at });
      await monitors.create(aMonitor(id, { owner_id, team_id: 't' }));
      const run = aRun(id, { monitor_id: id });
      expect(await runs.record({ run, alert, deliveries: [] })).toBe('stored');
    };
    await record('before', 'a', 900);
    await briefings.endPeriod('a', 1000);
    await briefings.endPeriod('a', 500);
    await record('own', 'a', 999);
    await record('of the team', 'b', 600);
    const found = await alerts.list({ account_id: 'a', team_ids: ['t'] }, { limit: 9 });
    expect(found.map(({ created_at }) => created_at)).toEqual([1001, 1000, 900]);
  });

  describe('that are due', () => {
    /** Ends the lease of `claimDue` and sets when the next one is due. */
    async function plan(account_id: string, next_briefing_at: number) {
      const { accounts, briefings } = context.store;
      await accounts.setProfile(account_id, { briefing: 'off' });
      await accounts.setProfile(account_id, { briefing: 'daily' });
      const due = await briefings.claimDue(0, 1, 10);
      for (const { id, briefing_lease_token: lease_token } of due) {
        const next = id === account_id ? next_briefing_at : 1_000_000;
        await briefings.settle({
          account_id: id,
          lease_token,
          briefed_until: null,
          next_briefing_at: next,
        });
      }
    }

    it('are claimed once, by one process', async () => {
      const stores = [context.store, await context.openAgain(), await context.openAgain()];
      await plan('a', 100);
      const claimed = await Promise.all(
        stores.flatMap(({ briefings }) => [
          briefings.claimDue(100, 200, 1),
          briefings.claimDue(100, 200, 1),
        ]),
      );
      expect(claimed.flat()).toEqual([
        {
          ...anAccount('a'),
          next_briefing_at: 100,
          briefed_until: null,
          briefing_lease_token: expect.any(String),
        },
      ]);
    });

    it('are claimed at their time, and again when the lease expires', async () => {
      const { briefings } = context.store;
      await plan('a', 100);
      expect(await briefings.nextDue()).toBe(100);
      expect(await briefings.claimDue(99, 200, 10)).toEqual([]);
      expect(await briefings.claimDue(100, 200, 10)).toHaveLength(1);
      expect(await briefings.nextDue()).toBe(200);
      expect(await briefings.claimDue(199, 300, 10)).toEqual([]);
      expect(await briefings.claimDue(200, 300, 10)).toHaveLength(1);
    });

    it('of new accounts, and of changed schedules, are to be determined', async () => {
      const { accounts, briefings } = context.store;
      expect(await briefings.nextDue()).toBe(0);
      await plan('a', 100);
      await accounts.setProfile('a', { name: 'A', time_zone: 'UTC', briefing: 'daily' });
      expect(await briefings.nextDue()).toBe(100);
      for (const change of [
        { time_zone: 'Asia/Tokyo' },
        { briefing: 'weekly' },
        { briefing_time: '08:00' },
        { briefing_day: 'friday' },
      ] as const) {
        await plan('a', 100);
        await accounts.setProfile('a', change);
        expect(await briefings.nextDue()).toBe(0);
      }
    });

    it('are never claimed if briefings are off', async () => {
      const { accounts, briefings } = context.store;
      for (const id of ['a', 'b']) await accounts.setProfile(id, { briefing: 'off' });
      expect(await briefings.claimDue(1e15, 2e15, 10)).toEqual([]);
      expect(await briefings.nextDue()).toBeUndefined();
    });

    async function claim() {
      await plan('a', 100);
      const [due] = await context.store.briefings.claimDue(100, 200, 1);
      return {
        account_id: 'a',
        lease_token: due?.briefing_lease_token ?? '',
        briefed_until: 100,
        next_briefing_at: 300,
        briefing: aBriefing('x'),
      };
    }

    it('are stored once, with the end of their lease', async () => {
      const { briefings } = context.store;
      const settled = await claim();
      expect(await briefings.settle(settled)).toBe(true);
      expect(await briefings.nextDue()).toBe(300);
      expect(await briefings.claimDue(300, 400, 1)).toMatchObject([{ briefed_until: 100 }]);
      const again = { ...settled, briefing: aBriefing('y') };
      expect(await briefings.settle(again)).toBe(false);
      expect(await titles('a', 10)).toEqual(['x']);
    });

    it('are not stored if another process has claimed them since', async () => {
      const { briefings } = context.store;
      const settled = await claim();
      await (await context.openAgain()).briefings.claimDue(200, 300, 1);
      expect(await briefings.settle(settled)).toBe(false);
      expect(await titles('a', 10)).toEqual([]);
    });

    it('are not stored if the schedule has changed since', async () => {
      const { accounts, briefings } = context.store;
      const settled = await claim();
      await accounts.setProfile('a', { briefing_time: '09:00' });
      expect(await briefings.settle(settled)).toBe(false);
      expect(await briefings.nextDue()).toBe(0);
      expect(await titles('a', 10)).toEqual([]);
    });

    it('are not stored if the plan has lapsed since, but can be skipped then', async () => {
      const { accounts, briefings } = context.store;
      const settled = await claim();
      await accounts.setPlan('a', 'none');
      expect(await briefings.settle(settled)).toBe(false);
      expect(await briefings.settle({ ...settled, briefing: undefined })).toBe(true);
      expect(await titles('a', 10)).toEqual([]);
    });
  });
});
