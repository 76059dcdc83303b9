import * as z from 'zod/mini';
import { once } from '../../../contract/once.ts';
import type { DeliveryPosition, DeliveryRecord, Listed, RowPosition } from '../../store/store.ts';
import { type CursorScope, readCursor } from '../cursor.ts';

/** Before all deliveries. */
const start: RowPosition = { time: Number.MAX_SAFE_INTEGER, sequence: 0 };

/** The time and sequence of `live` and of `final`, and `readAt`. */
const values = once(() => z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]));

/** @throws {ApiError} `invalid_request` if the cursor is damaged or was made for another list */
export function readDeliveryCursor(
  cursor: string | undefined,
  scope: CursorScope,
): DeliveryPosition | undefined {
  const read = readCursor(cursor, scope, values());
  if (!read) return undefined;
  const [liveTime, liveSequence, finalTime, finalSequence, readAt] = read;
  return {
    live: { time: liveTime, sequence: liveSequence },
    final: finalTime === start.time ? undefined : { time: finalTime, sequence: finalSequence },
    readAt,
  };
}

/**
 * The values of a cursor to the deliveries after a page.
 *
 * @param readAt when the page was read
 * @param before the position before the page
 */
export function cursorAfter(
  page: readonly Listed<DeliveryRecord>[],
  readAt: number,
  before: DeliveryPosition | undefined,
): [number, number, number, number, number] {
  const lastLive = page.findLast(isLive);
  const last = page.at(-1);
  const live = lastLive ? positionOf(lastLive) : (before?.live ?? start);
  const final = last && last !== lastLive ? positionOf(last) : start;
  const readLiveAt = lastLive || !before ? readAt : before.readAt;
  return [live.time, live.sequence, final.time, final.sequence, readLiveAt];
}

function isLive({ due_at }: DeliveryRecord): boolean {
  return due_at !== null;
}

function positionOf({ created_at, sequence }: Listed<DeliveryRecord>): RowPosition {
  return { time: created_at, sequence };
}
