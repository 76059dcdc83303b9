import { maxLimit } from '../../contract/shared-fields.ts';
import { AlertCursor, type AlertRef } from './alert-cursor.ts';
import { toAlertPage } from './alert-page.ts';
import { keepPolling, type PollOptions, untilNextPoll } from './keep-polling.ts';

const epoch = '1970-01-01T00:00:00.000Z';

/** Reads one page of alerts. */
type ReadAlerts<Alert> = (input: { limit: number; since?: string }) => Promise<readonly Alert[]>;

/**
 * Polls for alerts and yields each one once, oldest first. Ends when the signal is aborted.
 *
 * @param since RFC 3339 (default: after the newest alert)
 * @throws the first error that a retry cannot fix
 */
export async function* followAlerts<Alert extends AlertRef>(
  read: ReadAlerts<Alert>,
  since: string | undefined,
  options: PollOptions,
): AsyncGenerator<Alert, void, undefined> {
  const newest =
    since === undefined ? await keepPolling(() => read({ limit: maxLimit }), options) : [];
  if (newest === undefined) return;
  const cursor =
    since === undefined ? AlertCursor.after(newest) : new AlertCursor({ since, seen: [] });
  for (let next = cursor.position.since; ; ) {
    const start = next ?? epoch;
    const alerts = await keepPolling(() => read({ limit: maxLimit, since: start }), options);
    if (alerts === undefined) return;
    const page = toAlertPage(alerts, start);
    for (const alert of page.alerts) {
      if (cursor.hasSeen(alert.id)) continue;
      cursor.markSeen(alert);
      yield alert;
    }
    next = page.next ?? cursor.position.since;
    if (page.next === undefined) await untilNextPoll(options);
  }
}
