import { maxLimit } from '../../contract/shared-fields.ts';
import { type AlertRef, isBefore } from './alert-cursor.ts';

/** Alerts created at or after a time, oldest first. */
export interface AlertPage<Alert> {
  alerts: readonly Alert[];
  /** The time of the next page, RFC 3339; `undefined` if there is none yet. */
  next: string | undefined;
  /** Why alerts may be missing; `undefined` if none are. */
  warning: string | undefined;
}

/**
 * Orders a page of alerts and determines the next one, with documented parameters only. Services that
 * list alerts newest first even with `since` are supported, but return at most one page.
 *
 * @param alerts a list that was read with `limit` at its maximum
 * @param start the time that it was read from, inclusive, RFC 3339
 */
export function toAlertPage<Alert extends AlertRef>(
  alerts: readonly Alert[],
  start: string,
): AlertPage<Alert> {
  const [first, last] = [alerts[0], alerts.at(-1)];
  const isNewestFirst =
    first !== undefined && last !== undefined && isBefore(last, first.created_at);
  const ordered = isNewestFirst ? alerts.toReversed() : alerts;
  const page = { alerts: ordered, next: undefined, warning: undefined };
  if (!last || alerts.length < maxLimit) return page;
  if (isNewestFirst) {
    const warning = `the service lists only the newest ${maxLimit} alerts: older ones may be missing`;
    return { ...page, warning };
  }
  const { created_at } = last;
  if (isBefore({ created_at: start }, created_at)) return { ...page, next: created_at };
  return {
    ...page,
    next: new Date(Date.parse(created_at) + 1).toISOString(),
    warning: `more than ${maxLimit} alerts were created at ${created_at}: some may be missing`,
  };
}
