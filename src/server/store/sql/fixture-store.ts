import type { SecretBox } from '../secret-box.ts';
import {
  insertAccount,
  type NewAccount,
  type ProfileChanges,
  updatePlan,
  updateProfile,
} from './account-store.ts';
import { type AlertRecord, advanceAlertTime, insertAlert, insertAlerted } from './alert-store.ts';
import { type BriefingRecord, insertBriefing } from './briefing-store.ts';
import { type ChannelRecord, insertChannel } from './channel-store.ts';
import { insertDeliveries, type NewDelivery } from './deliveries.ts';
import { type ApiKeyRecord, insertKey } from './key-store.ts';
import { insertConditions, type MonitorCondition } from './monitor-conditions.ts';
import type { MonitorRecord } from './monitor-record.ts';
import { insertMonitor } from './monitor-store.ts';
import { insertTerms, type WatchTerms } from './monitor-terms.ts';
import { insertRun, type RunRecord } from './run-record.ts';
import { type Sql, sql } from './sql.ts';
import { type SqlExecutor, unmetStatement } from './sql-executor.ts';
import { stopQueuedOfAccount, stopQueuedOfMember } from './stop-queued.ts';
import { replaceTeam, type TeamRecord } from './team-store.ts';

/** The records of a fixture. */
export interface FixtureRecords {
  accounts: readonly (NewAccount & ProfileChanges)[];
  keys: readonly ApiKeyRecord[];
  teams: readonly TeamRecord[];
  monitors: readonly MonitorRecord[];
  /** The anchor terms and conditions of the monitors. */
  watches: readonly (WatchTerms & MonitorCondition)[];
  runs: readonly RunRecord[];
  alerts: readonly AlertRecord[];
  channels: readonly ChannelRecord[];
  deliveries: readonly NewDelivery[];
  briefings: readonly BriefingRecord[];
}

/** A mark that a fixture has stored a record. */
export interface SeededRecord {
  kind: Exclude<keyof FixtureRecords, 'watches'>;
  /** For an API key its hash. */
  id: string;
  /** JSON of what the fixture said of it, for records that later fixtures can change. */
  declared: string | null;
}

/** What a fixture adds to the store. */
export interface FixtureAddition {
  records: FixtureRecords;
  /** Changes of accounts that were stored before. */
  accountChanges: readonly { id: string; changes: Partial<NewAccount & ProfileChanges> }[];
  /** The marks of the records, with the previous marks of records that are changed. */
  marks: readonly { mark: SeededRecord; previous?: SeededRecord | undefined }[];
}

export function fixtureStore(db: SqlExecutor, secrets: SecretBox) {
  return {
    /** The marks of all records that fixtures have stored. */
    seeded: () => db.all<SeededRecord>(sql`SELECT kind, id, declared FROM seeded`),

    /**
     * Stores an addition in one transaction. Then stops the queued deliveries of accounts that lose their plan
     * or the webhook permission of a team.
     *
     * @returns `false`, and stores nothing, if another process has stored or changed one of the
     *   records in the meantime
     */
    async add({ records, accountChanges, marks }: FixtureAddition): Promise<boolean> {
      const { accounts, keys, teams, monitors, runs, alerts, channels, deliveries } = records;
      const alerted = alerts.flatMap(({ monitor_id, results, created_at }) =>
        results.map(({ key }) => ({ monitor_id, key, story: null, seen_at: created_at })),
      );
      const permitted = await permissionsIn(db, teams);
      const unmet = await unmetStatement(
        db.write(
          ...marks.map(({ mark, previous }) => setMark(mark, previous)),
          ...accounts.flatMap((account) => [
            insertAccount(account),
            updateProfile(account.id, account),
          ]),
          ...accountChanges.flatMap(({ id, changes }) => [
            updateProfile(id, changes),
            ...(changes.plan === undefined ? [] : [updatePlan(id, changes.plan)]),
          ]),
          ...keys.map(insertKey),
          ...teams.flatMap((team) => replaceTeam(db.dialect, team)),
          ...db.dialect.lockArrivals,
          ...monitors.map((each) => insertMonitor(db.dialect, each)),
          ...insertTerms(db.dialect, records.watches),
          ...insertConditions(db.dialect, records.watches),
          ...runs.map(insertRun),
          ...alerts.flatMap((alert) => [
            ...advanceAlertTime(db.dialect, alert),
            insertAlert(alert),
          ]),
          ...db.dialect.forRecords(insertAlerted(alerted)),
          ...channels.map((channel) => insertChannel(channel, secrets)),
          ...insertDeliveries(db.dialect, deliveries),
          ...records.briefings.map(insertBriefing),
        ),
      );
      if (unmet) return false;
      for (const { id, changes } of accountChanges) {
        if (changes.plan === 'none') await stopQueuedOfAccount(db, id, 'plan_lapsed');
      }
      const kept = new Set((await permissionsIn(db, teams)).map(keyOf));
      for (const each of permitted.filter((member) => !kept.has(keyOf(member)))) {
        await stopQueuedOfMember(db, each.team_id, each.account_id);
      }
      return true;
    },
  };
}

interface Permission {
  team_id: string;
  account_id: string;
}

/** The webhook permissions of the members of the teams. */
function permissionsIn(db: SqlExecutor, teams: readonly TeamRecord[]): Promise<Permission[]> {
  const ids = teams.map(({ id }) => id);
  return db.all<Permission>(
    sql`SELECT team_id, account_id FROM team_members
      WHERE ${db.dialect.isIn('team_id', ids)} AND webhooks = 1`,
  );
}

function keyOf({ team_id, account_id }: Permission): string {
  return JSON.stringify([team_id, account_id]);
}

/** Adds or replaces a mark. Fails the transaction if another process has done so before. */
function setMark({ kind, id, declared }: SeededRecord, previous: SeededRecord | undefined): Sql {
  const statement = previous
    ? sql`UPDATE seeded SET declared = ${declared}
        WHERE kind = ${kind} AND id = ${id} AND declared = ${previous.declared}`
    : sql`INSERT INTO seeded (kind, id, declared) VALUES (${kind}, ${id}, ${declared})
        ON CONFLICT DO NOTHING`;
  return statement.mustChange(1);
}
