import { maxLimit } from '../../contract/shared-fields.ts';
import { InvalidResponseError } from '../errors.ts';
import { AlertCursor, type AlertRef } from './alert-cursor.ts';
import { toAlertPage } from './alert-page.ts';
import type { Poller } from './poller.ts';

const epoch = '1970-01-01T00:00:00.000Z';

/** Reads one page of alerts. */
type ReadAlerts<Alert> = (
  input: { limit: number; since?: string },
  retries: number | undefined,
) => Promise<readonly Alert[]>;

/**
 * Polls for alerts and yields each one once, oldest first. Ends when the signal is aborted.
 *
 * @param since RFC 3339 (default: after the newest alert)
 * @throws the error of the first call, later the first that a retry cannot fix
 * @throws {InvalidResponseError} after the alerts of a page that may lack others
 */
export async function* followAlerts<Alert extends AlertRef>(
  read: ReadAlerts<Alert>,
  since: string | undefined,
  poller: Poller,
): AsyncGenerator<Alert, void, undefined> {
  const cursor = await startOf(read, since, poller);
  for (let next = cursor?.position.since; cursor; ) {
    const start = next ?? epoch;
    const alerts = await poller.poll((retries) => read({ limit: maxLimit, since: start }, retries));
    if (alerts === undefined) return;
    const page = toAlertPage(alerts, start);
    for (const alert of page.alerts) {
      if (cursor.hasSeen(alert.id)) continue;
      cursor.markSeen(alert);
      yield alert;
    }
    if (page.warning !== undefined) throw new InvalidResponseError(200, page.warning);
    next = page.next ?? cursor.position.since;
    if (page.next === undefined) await poller.pause();
  }
}

/** `undefined` if the signal was aborted. */
async function startOf<Alert extends AlertRef>(
  read: ReadAlerts<Alert>,
  since: string | undefined,
  poller: Poller,
): Promise<AlertCursor | undefined> {
  if (since !== undefined) return new AlertCursor({ since, seen: [] });
  const newest = await poller.poll((retries) => read({ limit: maxLimit }, retries));
  return newest && AlertCursor.after(newest);
}
