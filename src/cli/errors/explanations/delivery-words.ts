import type { WebhookDelivery } from '../../../contract/delivery.ts';
import type { CodeExplanation, Pair } from './explanation.ts';

/** Where an event stands on its way to one connection. */
export const deliveryStatuses: Readonly<Record<WebhookDelivery['status'], Pair>> = {
  pending: ['The event is saved, and its first attempt is still to come.', 'Wait a moment.'],
  retrying: [
    'No attempt has succeeded yet; there are at most three in a round, and eight rounds over about 27 hours.',
    'See last_error. delivery set --webhook-url changes where the next attempt goes.',
  ],
  delivered: ['The receiver answered 2xx.', 'Nothing to do.'],
  failed: [
    'The receiver refused the event for good: any status but 2xx, 429 and 5xx, or an address that is not sent to.',
    'See last_error and mend the receiver; alerts list has the alert.',
  ],
  exhausted: [
    'All eight rounds have passed without a 2xx.',
    'Mend the receiver, and fetch what it missed: alerts list --since.',
  ],
  stopped: [
    'The event was not sent: the connection, the monitor or the permission is no longer there.',
    'See last_error; alerts list has the alert.',
  ],
};

export const deliveryErrors: Readonly<Record<string, Pair>> = {
  timeout: ['The receiver took longer than five seconds.', 'Answer 2xx at once, work later.'],
  dns_error: ['The receiver’s name cannot be looked up.', 'Check the name; it is tried again.'],
  connection_refused: ['Nothing listens there.', 'Start the receiver; it is tried again.'],
  connection_reset: ['The receiver cut the connection.', 'See its log; it is tried again.'],
  tls_error: [
    'The receiver’s certificate has run out, is for another host or is not trusted.',
    'Renew it; it is tried again.',
  ],
  bad_http: ['The receiver does not speak HTTP as it should.', 'Check what listens there.'],
  network_error: ['The network failed.', 'It is tried again.'],
  interrupted: ['The service was ended in the middle of an attempt.', 'It is tried again.'],
  redirect: ['The receiver answered with a redirect, never followed.', 'Set the final address.'],
  address_rejected: [
    'The receiver’s name leads to an address that is not public.',
    'Use a public https address: delivery set --webhook-url.',
  ],
  connection_removed: ['The connection was removed.', 'Connect anew; alerts list has the alert.'],
  connection_disabled: ['The connection is disabled.', 'delivery set --status active.'],
  monitor_removed: ['The monitor was deleted.', 'alerts list has the alert.'],
  out_of_scope: ['The connection covers another monitor now.', 'delivery set --monitor.'],
  monitor_not_owned: ['The monitor is no longer the account’s own.', 'Connect that monitor.'],
  permission_withdrawn: [
    'The team’s webhook permission was taken away.',
    'Ask the team’s owner for it.',
  ],
};

/** `http_503` and its like: the status that a receiver answered with. */
export function deliveryStatusError(code: string): CodeExplanation | undefined {
  const status = Number(/^http_([1-5]\d\d)$/.exec(code)?.[1]);
  if (Number.isNaN(status)) return undefined;
  const again = status === 429 || status >= 500;
  return {
    code,
    kind: 'delivery_error',
    status,
    meaning: `The receiver answered ${status}${again ? '' : ', which ends the event’s delivery'}.`,
    way_out: again
      ? 'See the receiver’s log; it is tried again.'
      : 'Mend the receiver; alerts list has the alert.',
  };
}
