import { type DeliveryProgress, deliveryColumns, partsOf } from './deliveries.ts';
import { beyond, type RowPosition } from './row-position.ts';
import { raw, type Sql, sql } from './sql.ts';

type DeliveryStatus = DeliveryProgress['status'];

/** Selects deliveries; a missing field selects all. */
export interface DeliveryFilter {
  /** Only deliveries after this one in the list. */
  after?: DeliveryPosition | undefined;
  status?: DeliveryStatus | undefined;
  channel_id?: string | undefined;
}

/** Where a page of {@link listDeliveries} ended. */
export interface DeliveryPosition {
  /** The last delivery listed as pending or retrying; the start of that part if none was. */
  live: RowPosition;
  /** When the last page that lists one as pending or retrying was read. */
  readAt: number;
  /** The last delivery listed with a final status; `undefined` if none was. */
  final: RowPosition | undefined;
}

/** Statuses by their part of the list. */
const liveStatuses: readonly DeliveryStatus[] = ['pending', 'retrying'];
const finalStatuses: readonly DeliveryStatus[] = ['delivered', 'failed', 'exhausted', 'stopped'];

/**
 * Selects a page of deliveries: those that are pending or retrying first, each part newest first.
 * Those listed on an earlier page whose status an attempt has made final are not listed again.
 */
export function listDeliveries(accountId: string, limit: number, filter: DeliveryFilter): Sql {
  const { after, status, channel_id } = filter;
  const inChannel = channel_id === undefined ? raw('') : sql`AND channel_id = ${channel_id}`;
  const statuses = status === undefined ? [...liveStatuses, ...finalStatuses] : [status];
  // A query for each status and part, so that an index selects and orders its rows.
  const [first = raw(''), ...others] = statuses.flatMap((each) =>
    partsOf(each).map(
      (isOfPart) => sql`SELECT * FROM (
          SELECT ${deliveryColumns}, sequence FROM deliveries
          WHERE account_id = ${accountId} ${inChannel} AND status = ${each} AND ${isOfPart}
            AND ${isAfter(after, each)}
          ORDER BY created_at DESC, sequence DESC LIMIT ${limit}
        ) AS of_status`,
    ),
  );
  const all = others.reduce((before, part) => sql`${before} UNION ALL ${part}`, first);
  return sql`SELECT * FROM (${all}) AS listed
    ORDER BY CASE WHEN status IN ('pending', 'retrying') THEN 0 ELSE 1 END, created_at DESC,
      sequence DESC LIMIT ${limit}`;
}

/** A condition on rows of a status: they are after the position in the list of all statuses. */
function isAfter(position: DeliveryPosition | undefined, status: DeliveryStatus): Sql {
  if (!position) return raw('1 = 1');
  const { live: lastLive, readAt, final: lastFinal } = position;
  const isUnread = beyond(lastLive, 'created_at', 'before');
  if (liveStatuses.includes(status)) return lastFinal ? raw('1 = 0') : isUnread;
  return sql`(settled_at IS NULL OR settled_at <= ${readAt} OR ${isUnread})
    AND ${beyond(lastFinal, 'created_at', 'before')}`;
}
