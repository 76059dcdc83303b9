import { keyRecord } from '../domain/accounts/api-key.ts';
import { newMonitor } from '../domain/monitors/monitors.ts';
import { newsItemOf } from '../feeds/formats/news-record.ts';
import { indexed } from '../search/index/indexed-item.ts';
import type { Store } from '../store/store.ts';
import type { World } from './fixture.ts';

/**
 * Brings a world into the store. Accounts, plans, teams, briefings and news are set as the world has
 * them; keys and monitors are added where they are missing. What the world does not name stays.
 */
export async function settleWorld(store: Store, world: World, now: number): Promise<void> {
  for (const { id, name, plan, keys } of world.accounts) {
    await store.accounts.put({ id, name: name ?? id, plan, created_at: now });
    for (const key of keys) await store.keys.ensure(keyRecord(key, id, 'world', now));
  }
  for (const { id, name, members } of world.teams) {
    const records = members.map(({ account, webhooks }) => ({ account_id: account, webhooks }));
    await store.accounts.putTeam({ id, name: name ?? id, members: records });
  }
  for (const { account, created_at, ...briefing } of world.briefings) {
    await store.briefings.put({
      ...briefing,
      account_id: account,
      created_at: Date.parse(created_at),
    });
  }
  await settleMonitors(store, world, now);
  const items = world.news.flatMap((record) => {
    const item = newsItemOf(record);
    return 'rejected' in item ? [] : [indexed(item, now)];
  });
  await store.news.add(items);
}

async function settleMonitors(store: Store, { monitors }: World, now: number): Promise<void> {
  for (const { id, prompt, title, account, team, every_minutes } of monitors) {
    const owner = { type: team ? 'team' : 'user', id: team ?? account ?? '' } as const;
    const fresh = newMonitor({ prompt, owner, every_minutes, execution: 'standard' }, now);
    await store.monitors.create({ ...fresh, id, title: title ?? fresh.title });
  }
}
