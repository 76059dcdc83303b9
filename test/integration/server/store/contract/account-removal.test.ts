import { expect, it } from 'vitest';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import {
  aBriefing,
  aChannel,
  aDelivery,
  aKey,
  aMonitor,
  anAccount,
  anAlert,
  aRun,
} from './records.ts';

describeStores('the removal of an account', (context) => {
  async function withTwoAccounts(): Promise<void> {
    for (const id of ['a', 'b']) {
      const monitor_id = `m${id}`;
      await addRecords(context.store, {
        accounts: [anAccount(id)],
        keys: [aKey(`k${id}`, 1, id)],
        teams: [{ id: `t${id}`, name: '', members: [{ account_id: id, webhooks: true }] }],
        monitors: [aMonitor(monitor_id, { owner_id: id })],
        runs: [aRun(`r${id}`, { monitor_id }), aRun(`quiet${id}`, { monitor_id })],
        alerts: [anAlert(`x${id}`, { owner_id: id, monitor_id, run_id: `r${id}` })],
        channels: [aChannel(`c${id}`, { account_id: id })],
        deliveries: [
          aDelivery(`e${id}`, { account_id: id, channel_id: `c${id}`, run_id: `r${id}` }),
        ],
        briefings: [aBriefing(`b${id}`, { account_id: id })],
      });
      const { usage, oauth, sessions } = context.store;
      await usage.add([{ account_id: id, day: '2026-11-20', operation: 'x', requests: 1 }]);
      await sessions.add({ hash: `s${id}`, account_id: id, created_at: 1, expires_at: 9 });
      await oauth.putClient({ id: `o${id}`, name: null, metadata: '', address: '', created_at: 1 });
      const times = { created_at: 1, expires_at: 9 };
      const grant = { id: `g${id}`, account_id: id, client_id: `o${id}`, payload: '{}', ...times };
      await oauth.putGrant(grant);
      await oauth.putArtifact({
        kind: 'refresh_token',
        hash: `f${id}`,
        grant_id: `g${id}`,
        audience: null,
        payload: '{}',
        consumed_at: null,
        ...times,
      });
    }
  }

  async function ownedBy(id: string) {
    const { accounts, keys, teams, monitors, runs, alerts, channels, outbox, briefings } =
      context.store;
    const { usage, oauth, sessions } = context.store;
    const viewer = { account_id: id, team_ids: [] };
    return {
      account: await accounts.get(id),
      keys: (await keys.list(id)).length,
      members: (await teams.get(`t${id}`))?.members.length,
      monitors: (await monitors.list(viewer)).length,
      runs: (await runs.list(`m${id}`, 9)).length,
      alerts: (await alerts.list(viewer, { limit: 9, order: 'newest_first' })).length,
      channels: (await channels.list(id)).length,
      deliveries: (await outbox.list(id, 9)).length,
      briefings: (await briefings.list(id, 9)).length,
      usage: (await usage.since(id, '2026-11-01')).length,
      session: await sessions.find(`s${id}`, 2),
      grant: await oauth.getGrant(`g${id}`, 2),
      token: await oauth.findArtifact('refresh_token', `f${id}`, 2),
    };
  }

  it('deletes what the account owns, and nothing of others', async () => {
    await withTwoAccounts();
    const before = await ownedBy('b');
    const { accountRemoval, monitors } = context.store;
    expect(await accountRemoval.deleteAccount('a')).toBe(false);
    await accountRemoval.deleteAlerts('a');
    expect(await accountRemoval.someMonitors('a')).toEqual(['ma']);
    await accountRemoval.deleteRuns('ma');
    await monitors.delete('ma');
    await accountRemoval.deleteDeliveries('a');
    expect(await accountRemoval.deleteAccount('a')).toBe(true);
    expect(await ownedBy('a')).toEqual({
      account: undefined,
      keys: 0,
      members: 0,
      monitors: 0,
      runs: 0,
      alerts: 0,
      channels: 0,
      deliveries: 0,
      briefings: 0,
      usage: 0,
      session: undefined,
      grant: undefined,
      token: undefined,
    });
    expect(await ownedBy('b')).toEqual(before);
  });

  it('deletes more rows than fit into one transaction', async () => {
    const count = 1001;
    const numbers = Array.from({ length: count }, (_, n) => n);
    await addRecords(context.store, {
      accounts: [anAccount('a')],
      monitors: [aMonitor('m')],
      runs: numbers.map((n) => aRun(`r${n}`)),
      alerts: numbers.map((n) => anAlert(`x${n}`, { run_id: `r${n}` })),
      channels: [aChannel('c')],
      deliveries: numbers.map((n) => aDelivery(`e${n}`)),
    });
    const { accountRemoval, runs, outbox, monitors } = context.store;
    await accountRemoval.deleteAlerts('a');
    expect(await runs.list('m', 9)).toEqual([]);
    await accountRemoval.deleteDeliveries('a');
    expect(await outbox.list('a', 9)).toEqual([]);
    await monitors.delete('m');
    expect(await accountRemoval.deleteAccount('a')).toBe(true);
  });
});
