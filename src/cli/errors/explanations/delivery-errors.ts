import type { WebhookDelivery } from '../../../contract/webhook-delivery.ts';
import type { CodeExplanation, Explained } from './explanation.ts';

export const deliveryStatuses: Readonly<Record<WebhookDelivery['status'], Explained>> = {
  pending: ['The event is stored and waits for its first attempt.', 'Wait.'],
  retrying: [
    'No attempt has succeeded yet; up to eight rounds are made over about 27 hours.',
    'See last_error; delivery set --webhook-url changes the URL of the next attempt.',
  ],
  delivered: ['The receiver responded with 2xx.', 'Nothing to do.'],
  failed: [
    'A permanent error: a status code other than 2xx, 429 and 5xx, or a rejected address.',
    'See last_error and fix the receiver; alerts list still shows the alert.',
  ],
  exhausted: [
    'All eight rounds have failed.',
    'Fix the receiver, then fetch missed alerts with alerts list --since.',
  ],
  stopped: [
    'The connection, the monitor, the permission or the plan ended before delivery.',
    'See last_error; alerts list still shows the alert.',
  ],
};

export const deliveryErrors: Readonly<Record<string, Explained>> = {
  timeout: [
    'The receiver took longer than five seconds.',
    'Respond with 204 first, then handle the event.',
  ],
  dns_error: ['The host name of the receiver cannot be resolved.', 'Check its DNS records.'],
  connection_refused: ['Nothing listens on the port of the receiver.', 'Start the receiver.'],
  connection_reset: ['The receiver closed the connection.', 'See the log of the receiver.'],
  tls_error: ['The certificate of the receiver is invalid or expired.', 'Renew the certificate.'],
  bad_http: [
    'The receiver sent an invalid HTTP response.',
    'Check which program listens on its port.',
  ],
  network_error: ['The network failed.', 'Wait: the service retries.'],
  interrupted: ['The service was stopped during the attempt.', 'Wait: the service retries.'],
  redirect: [
    'The receiver responded with a redirect.',
    'Set the final URL: delivery set --webhook-url.',
  ],
  address_rejected: [
    'The host name of the receiver resolves to a private address.',
    'Use a public https URL: delivery set --webhook-url.',
  ],
  connection_removed: [
    'The connection was removed.',
    'Connect again; alerts list still shows the alert.',
  ],
  connection_paused: [
    'The connection is paused; it keeps events for seven days.',
    'Run delivery set --status active.',
  ],
  connection_disabled: ['The connection is disabled.', 'Run delivery set --status active.'],
  monitor_deleted: ['The monitor was deleted.', 'Run alerts list: it still shows the alert.'],
  out_of_scope: [
    'The connection now covers another monitor.',
    'Change the monitor: delivery set --monitor.',
  ],
  monitor_not_owned: ['The account no longer owns the monitor.', 'Connect the monitor again.'],
  permission_withdrawn: [
    'The account lost the webhook permission of the team.',
    'Ask your team for its webhook permission; alerts list still shows the alert.',
  ],
  permission_missing: [
    'The run sent no event: the account lacks the webhook permission of the team.',
    'Ask your team for its webhook permission; delivery get lists not_covered monitors.',
  ],
  account_disabled: [
    'The operator of the service disabled the account; the event is not sent later either.',
    'Ask the operator, then fetch the missed alerts with alerts list --since.',
  ],
  plan_lapsed: [
    'The plan of the account ended before delivery; the event is not sent later either.',
    'Choose a plan again, then fetch the missed alerts with alerts list --since.',
  ],
};

/** Explains codes such as `http_503`, the status code of the receiver. */
export function explainReceiverStatus(code: string): CodeExplanation | undefined {
  const status = Number(/^http_([1-5]\d\d)$/.exec(code)?.[1]);
  if (Number.isNaN(status)) return undefined;
  const isRetried = status === 429 || status >= 500;
  return {
    code,
    kind: 'delivery_error',
    status,
    meaning: `The receiver responded with ${status}${isRetried ? '' : ', a permanent error'}.`,
    hint: isRetried
      ? 'See the log of the receiver; the service retries.'
      : 'Fix the receiver; alerts list still shows the alert.',
  };
}
