import { apiKeyRecord } from '../domain/accounts/api-key.ts';
import { newMonitor } from '../domain/monitors/new-monitor.ts';
import { parseNewsItem } from '../feeds/item/parse-news-item.ts';
import { indexItem } from '../search/index/index-item.ts';
import type { Store } from '../store/store.ts';
import { type Fixture, ownerOf } from './fixture.ts';

const day = 86_400_000;

/**
 * Stores a fixture. Its accounts, plans, teams, briefings and news replace those in the store; API
 * keys and monitors are added if they are missing. All other records are kept.
 */
export async function seedStore(store: Store, fixture: Fixture, now: number): Promise<void> {
  for (const { id, name, plan, keys } of fixture.accounts) {
    await store.accounts.put({ id, name: name ?? id, plan, created_at: now });
    for (const key of keys) await store.keys.ensure(apiKeyRecord(key, id, 'fixture', now));
  }
  for (const { id, name, members } of fixture.teams) {
    const records = members.map(({ account, webhooks }) => ({ account_id: account, webhooks }));
    await store.accounts.putTeam({ id, name: name ?? id, members: records });
  }
  for (const { account, created_at, ...briefing } of fixture.briefings) {
    await store.briefings.put({
      ...briefing,
      account_id: account,
      created_at: Date.parse(created_at),
      period_from: Date.parse(created_at) - day,
      period_to: Date.parse(created_at),
      monitors: [],
      news: [],
    });
  }
  await seedMonitors(store, fixture, now);
  const items = fixture.news.flatMap((record) => {
    const item = parseNewsItem(record);
    return 'rejected' in item ? [] : [indexItem(item, now)];
  });
  await store.news.add(items);
}

async function seedMonitors(
  store: Store,
  { monitors, teams }: Fixture,
  now: number,
): Promise<void> {
  for (const { id, prompt, title, account, team, every_minutes } of monitors) {
    const owner_id = ownerOf({ account, team }, teams) ?? '';
    const settings = { prompt, owner_id, team_id: team ?? null, every_minutes } as const;
    const monitor = newMonitor({ ...settings, execution: 'standard' }, now);
    await store.monitors.create({ ...monitor, id, title: title ?? monitor.title });
  }
}
