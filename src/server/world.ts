import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { timestamp, words } from '../contract/fields.ts';
import { newsItemOf } from './feeds/news-record.ts';
import { indexed } from './search/indexed-item.ts';
import { keyRecord } from './service/api-key.ts';
import { newMonitor } from './service/monitors.ts';
import type { Store } from './store/store.ts';

const identifier = words(200, 'An id');

/** A known state to start from: accounts with their plans and keys, teams, monitors, news. */
export const World = z.strictObject({
  accounts: z._default(
    z.array(
      z.strictObject({
        id: identifier,
        name: z.optional(z.string()),
        plan: z._default(z.enum(['active', 'none']), 'active'),
        /** API keys in the clear; the store keeps their digests. */
        keys: z._default(z.array(z.string().check(z.regex(/^[\x21-\x7e]{8,}$/))), []),
      }),
    ),
    [],
  ),
  teams: z._default(
    z.array(
      z.strictObject({
        id: identifier,
        name: z.optional(z.string()),
        members: z.array(
          z.strictObject({ account: identifier, webhooks: z._default(z.boolean(), false) }),
        ),
      }),
    ),
    [],
  ),
  monitors: z._default(
    z.array(
      z.strictObject({
        id: identifier,
        prompt: words(10_000, 'What to watch for'),
        title: z.optional(z.string()),
        /** Exactly one of the two owns it. */
        account: z.optional(identifier),
        team: z.optional(identifier),
        /** `null`: on demand only. */
        every_minutes: z._default(z.nullable(z.int().check(z.minimum(1))), 60),
      }),
    ),
    [],
  ),
  briefings: z._default(
    z.array(
      z.strictObject({
        id: identifier,
        account: identifier,
        title: z.string(),
        summary: z.string(),
        created_at: timestamp,
      }),
    ),
    [],
  ),
  /** Records as in a JSON Lines file. */
  news: z._default(z.array(z.looseObject({})), []),
});
export type World = z.infer<typeof World>;
export type WorldInput = z.input<typeof World>;

/** A world that cannot be used; the message names the place in it. */
export class WorldError extends Error {
  override readonly name = 'WorldError';
}

/** @throws {WorldError} when the file cannot be read or does not describe a world */
export async function readWorldFile(path: string): Promise<World> {
  try {
    return parseWorld(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new WorldError(`the world file ${path}: ${reason}`, { cause: error });
  }
}

/** @throws {WorldError} naming every place that is wrong */
export function parseWorld(value: unknown): World {
  const result = World.safeParse(value);
  if (!result.success) {
    const places = result.error.issues.map(({ path, message, code }) => {
      const what = code === 'unrecognized_keys' ? 'has a key that is not known' : message;
      return `${path.join('.') || 'the whole'}: ${what}`;
    });
    throw new WorldError(places.join('; '));
  }
  assertReferences(result.data);
  return result.data;
}

function assertReferences({ accounts, teams, monitors, briefings }: World): void {
  const accountIds = new Set(accounts.map(({ id }) => id));
  const teamIds = new Set(teams.map(({ id }) => id));
  const known = (ids: Set<string>, id: string, place: string) => {
    if (!ids.has(id)) throw new WorldError(`${place} names ${id}, which the world does not have`);
  };
  for (const { id, members } of teams) {
    for (const { account } of members) known(accountIds, account, `the team ${id}`);
  }
  for (const { id, account, team } of monitors) {
    if ((account === undefined) === (team === undefined)) {
      throw new WorldError(`the monitor ${id} needs an account or a team, and not both`);
    }
    if (account !== undefined) known(accountIds, account, `the monitor ${id}`);
    if (team !== undefined) known(teamIds, team, `the monitor ${id}`);
  }
  for (const { id, account } of briefings) known(accountIds, account, `the briefing ${id}`);
}

/** Brings the world into the store. What is already there by its id is left or updated, never doubled. */
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
  await store.news.add(world.news.map((record, index) => indexed(worldItem(record, index), now)));
}

async function settleMonitors(store: Store, { monitors }: World, now: number): Promise<void> {
  for (const { id, prompt, title, account, team, every_minutes } of monitors) {
    if (await store.monitors.get(id)) continue;
    const owner = { type: team ? 'team' : 'user', id: team ?? account ?? '' } as const;
    const fresh = newMonitor({ prompt, owner, every_minutes, execution: 'standard' }, now);
    await store.monitors.create({ ...fresh, id, title: title ?? fresh.title });
  }
}

function worldItem(record: Record<string, unknown>, index: number) {
  const item = newsItemOf(record);
  if ('rejected' in item) throw new WorldError(`news.${index}: ${item.rejected}`);
  return item;
}
