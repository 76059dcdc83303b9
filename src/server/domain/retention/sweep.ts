import { setTimeout as pause } from 'node:timers/promises';
import { errorMessage } from '../../../node/error-message.ts';
import type {
  DueSweep,
  SweepPosition,
  SweptBatch,
  SweptRows,
  UnfinishedSweep,
} from '../../store/store.ts';
import type { Context } from '../context.ts';
import type { Retention } from './retention.ts';

/** Rows of a batch. A batch is one transaction, which takes a few milliseconds. */
const batchSize = 200;
/** Items of a batch of news, whose terms are deleted from the index too. */
const newsBatchSize = 50;

const minute = 60_000;
const day = 24 * 60 * minute;

/** Milliseconds between two sweeps. */
const interval = 10 * minute;

/**
 * Milliseconds of real time after which a sweep begins nothing more, half of its lease. The next continues it.
 */
const maxDuration = 60_000;

/** Milliseconds after which a client without a grant, or a grant without a token, is deleted. */
const unusedLifetime = day;

/**
 * Milliseconds for which the mark of an alerted result is kept after a run last found the result,
 * if its item is not in the index.
 */
const alertedLifetime = 180 * day;

/**
 * Deletes expired rows, and rows older than their retention, in small batches. Pauses after each batch
 * for as long as the batch took.
 */
export async function sweep(
  context: Pick<Context, 'store' | 'clock' | 'log' | 'stopping' | 'retention'>,
  due: DueSweep,
): Promise<void> {
  const { store, clock, log, retention } = context;
  const now = clock.now();
  const missing = await store.retention.partitions.createAhead(now);
  if (missing.length > 0) log('warn', 'partitions missing', { partitions: missing.join(', ') });
  const kinds = await nonEmpty(store, sweptBefore({ now, realNow: clock.realNow() }, retention));
  if (kinds.some(([rows]) => rows === 'alerts')) {
    await store.retention.setAlertsDeletedUntil(now - retention.alerts);
  }
  const { deleted, failed, unfinished } = await sweepKinds(context, kinds, due.unfinished, now);
  await store.retention.settle(due, unfinished ? now : now + interval, unfinished);
  if (Object.keys(deleted).length > 0) log('info', 'old records deleted', deleted);
  if (Object.keys(failed).length > 0) log('error', 'old records not deleted', failed);
}

/** Deletes rows of each kind, also of those after a kind that fails. */
async function sweepKinds(
  context: Pick<Context, 'store' | 'stopping'>,
  kinds: readonly [SweptRows | 'news', number][],
  resumed: UnfinishedSweep | undefined,
  now: number,
) {
  const deadline = performance.now() + maxDuration;
  const isOver = () => context.stopping.aborted || performance.now() > deadline;
  const deleted: Record<string, number> = {};
  /** Why rows were not deleted. */
  const failed: Record<string, string> = {};
  const first = kinds.findIndex(([rows]) => rows === resumed?.rows);
  for (const [index, [rows, before]] of kinds.entries()) {
    if (index < first) continue;
    const after = index === first ? resumed?.after : undefined;
    try {
      const progress = await sweepRows(context, rows, { before, now, isOver, after });
      if (progress.deleted > 0) deleted[rows] = progress.deleted;
      if (!progress.isComplete)
        return { deleted, failed, unfinished: { rows, after: progress.after } };
    } catch (error) {
      failed[rows] = errorMessage(error);
    }
  }
  return { deleted, failed };
}

/**
 * The rows to delete, and the time from before which. Deliveries and alerts come before the runs
 * that they refer to.
 */
function sweptBefore(
  { now, realNow }: { now: number; realNow: number },
  retention: Retention,
): [SweptRows | 'news', number][] {
  const before: [SweptRows | 'news', number][] = [
    ['sessions', now],
    ['sign_in_links', now],
    ['oauth_artifacts', now],
    ['expired_oauth_grants', now],
    ['unused_oauth_grants', now - unusedLifetime],
    ['unused_oauth_clients', now - unusedLifetime],
    // Rate limits are in real time.
    ['rate_limits', realNow],
    ['deliveries', now - retention.deliveries],
    ['alerts', now - retention.alerts],
    ['runs', now - retention.runs],
    ['briefings', now - retention.briefings],
    ['usage', now - retention.usage],
    ['news', now - retention.news],
    ['alerted', now - alertedLifetime],
  ];
  return before.filter(([, time]) => Number.isFinite(time));
}

/** The kinds that may have rows to delete, found in one read. */
async function nonEmpty(
  { retention }: Pick<Context['store'], 'retention'>,
  kinds: readonly [SweptRows | 'news', number][],
): Promise<[SweptRows | 'news', number][]> {
  const times = kinds.flatMap(([rows, before]) =>
    rows === 'news' ? [] : [[rows, before] as const],
  );
  const old: readonly string[] = await retention.withOldRows(new Map(times));
  return kinds.filter(([rows]) => rows === 'news' || old.includes(rows));
}

interface RowsToSweep {
  before: number;
  now: number;
  /** Whether to stop before the next batch. */
  isOver: () => boolean;
  after: SweepPosition | undefined;
}

async function sweepRows(
  { store }: Pick<Context, 'store'>,
  rows: SweptRows | 'news',
  { before: allBefore, now, isOver, after: start }: RowsToSweep,
): Promise<{ deleted: number; isComplete: boolean; after?: SweepPosition | undefined }> {
  let before = allBefore;
  let deleted = 0;
  let after = start;
  for (let isLast = false; rows !== 'news' && !isLast; ) {
    if (isOver()) return { deleted, isComplete: false, after };
    const options = { before: allBefore, now, isOver };
    const dropped = await store.retention.partitions.dropOldest(rows, options);
    ({ isLast, before } = dropped);
    deleted += dropped.deleted;
  }
  for (;;) {
    if (isOver()) return { deleted, isComplete: false, after };
    const started = performance.now();
    const batch =
      rows === 'news'
        ? await deleteOldNews(store, before)
        : await store.retention.deleteBatch(rows, { before, limit: batchSize, after }, now);
    deleted += batch.deleted;
    if (batch.isLast) return { deleted, isComplete: true };
    after = batch.after;
    await pause(performance.now() - started);
  }
}

async function deleteOldNews(
  { news }: Pick<Context['store'], 'news'>,
  before: number,
): Promise<SweptBatch> {
  const ids = await news.oldest(before, newsBatchSize);
  const deleted = ids.length === 0 ? 0 : await news.delete(ids);
  return { deleted, isLast: ids.length < newsBatchSize };
}
