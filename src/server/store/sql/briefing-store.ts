import { randomUUID } from 'node:crypto';
import type { NewsHeadline } from '../news-store.ts';
import { type AccountRecord, accountColumns, isEntitled } from './account-store.ts';
import type { Dialect } from './dialect.ts';
import { beyond, type Listed, type RowPosition } from './row-position.ts';
import type { RunResultRecord } from './run-result.ts';
import { raw, type Sql, sql } from './sql.ts';
import { type SqlExecutor, unmetStatement } from './sql-executor.ts';
import { checkNotRemoved } from './takedown-store.ts';

export interface BriefingRecord {
  id: string;
  account_id: string;
  title: string;
  summary: string;
  created_at: number;
  /** The period that the briefing covers, without its end. */
  period_from: number;
  period_to: number;
  /** The monitors with alerts in the period. */
  monitors: BriefingMonitor[];
  /** News that matches the monitors and is not among their results. */
  news: NewsHeadline[];
}

export interface BriefingMonitor {
  monitor_id: string;
  monitor_title: string;
  /** The number of alerts in the period. */
  alerts: number;
  /** The number of results of these alerts. */
  result_count: number;
  /** The newest of these results. */
  results: RunResultRecord[];
}

/** An account whose briefing is due, with the lease to make it. */
export interface DueBriefing extends AccountRecord {
  /** 0 if the time is not determined yet: the account is new, or its settings changed. */
  next_briefing_at: number;
  /** The end of the last briefing's period. */
  briefed_until: number | null;
  briefing_lease_token: string;
}

/** The end of a lease, and the briefing if one was made. */
export interface SettledBriefing {
  account_id: string;
  lease_token: string;
  briefed_until: number | null;
  next_briefing_at: number;
  briefing?: BriefingRecord | undefined;
}

/** A row of `briefings`: the lists are JSON. */
type BriefingRow = Listed<
  Omit<BriefingRecord, 'monitors' | 'news'> & { monitors: string; news: string }
>;

const columns = raw(`id, account_id, title, summary, created_at, period_from, period_to, monitors,
  news`);

export function briefingStore(db: SqlExecutor) {
  return {
    /** Newest first; after a position if one is given. */
    async list(
      accountId: string,
      limit: number,
      after?: RowPosition,
    ): Promise<Listed<BriefingRecord>[]> {
      const rows = await db.all<BriefingRow>(
        sql`SELECT ${columns}, sequence FROM briefings
          WHERE account_id = ${accountId} AND ${beyond(after, 'created_at', 'before')}
          ORDER BY created_at DESC, sequence DESC LIMIT ${limit}`,
      );
      return rows.map(({ monitors, news, ...rest }) => ({
        ...rest,
        monitors: JSON.parse(monitors) as BriefingMonitor[],
        news: JSON.parse(news) as NewsHeadline[],
      }));
    },

    /** Claims accounts whose briefing is due, longest overdue first. */
    claimDue(now: number, leaseUntil: number, limit: number): Promise<DueBriefing[]> {
      return db.write<DueBriefing>(
        sql`WITH due AS MATERIALIZED (
            SELECT id FROM accounts
            WHERE briefing <> 'off' AND next_briefing_at <= ${now}
              AND coalesce(briefing_lease_until, 0) <= ${now}
            ORDER BY next_briefing_at LIMIT ${limit} ${db.dialect.skipLocked}
          )
          UPDATE accounts
          SET briefing_lease_token = ${randomUUID()}, briefing_lease_until = ${leaseUntil}
          WHERE id IN (SELECT id FROM due)
          RETURNING ${accountColumns}, next_briefing_at, briefed_until, briefing_lease_token`,
      );
    },

    /**
     * Ends the period of a briefing: alerts that the account sees from now on are made at `to` or
     * later, also those of runs that ended before. Waits for alerts that are being recorded.
     *
     * @param to in milliseconds
     */
    async endPeriod(accountId: string, to: number): Promise<void> {
      await db.write(
        sql`UPDATE accounts SET last_alert_at = ${to - 1}
          WHERE id = ${accountId} AND last_alert_at < ${to - 1}`,
      );
    },

    /** When the next briefing is due or a lease expires; `undefined` if none is planned. */
    async nextDue(): Promise<number | undefined> {
      const row = await db.get<{ due: number | null }>(
        sql`SELECT min(due) AS due FROM (
            SELECT min(next_briefing_at) AS due FROM accounts
            WHERE briefing <> 'off' AND briefing_lease_until IS NULL
            UNION ALL
            SELECT CASE WHEN briefing_lease_until > next_briefing_at
              THEN briefing_lease_until ELSE next_briefing_at END
            FROM accounts WHERE briefing <> 'off' AND briefing_lease_until IS NOT NULL
          ) AS waiting`,
      );
      return row?.due ?? undefined;
    },

    /**
     * Ends a lease and stores its briefing in one transaction.
     *
     * @returns `false` if the lease was lost, or if there is a briefing and the account has no plan or
     *   one of the items was taken down. Neither change is stored then
     */
    async settle(settled: SettledBriefing): Promise<boolean> {
      const { account_id, lease_token, briefed_until, next_briefing_at, briefing } = settled;
      const unmet = await unmetStatement(
        db.write(
          sql`UPDATE accounts SET briefed_until = ${briefed_until},
              next_briefing_at = ${next_briefing_at},
              briefing_lease_token = NULL, briefing_lease_until = NULL
            WHERE id = ${account_id} AND briefing_lease_token = ${lease_token}
              ${briefing ? sql`AND ${isEntitled}` : raw('')}`.mustChange(1),
          ...(briefing ? [insertBriefing(briefing), ...checkBriefing(db.dialect, briefing)] : []),
        ),
      );
      return unmet === undefined;
    },
  };
}

function checkBriefing(dialect: Dialect, { id, monitors, news }: BriefingRecord): Sql[] {
  const headlines = news.map(({ id: key, url }) => ({
    key,
    links: url === null ? [] : [{ url, source: null }],
  }));
  return checkNotRemoved(dialect, { table: 'briefings', isRow: sql`id = ${id}` }, [
    ...monitors.flatMap(({ results }) => results),
    ...headlines,
  ]);
}

export function insertBriefing(briefing: BriefingRecord): Sql {
  const { id, account_id, title, summary, created_at, period_from, period_to } = briefing;
  return sql`INSERT INTO briefings (${columns})
    VALUES (${id}, ${account_id}, ${title}, ${summary}, ${created_at}, ${period_from},
      ${period_to}, ${JSON.stringify(briefing.monitors)}, ${JSON.stringify(briefing.news)})`;
}
