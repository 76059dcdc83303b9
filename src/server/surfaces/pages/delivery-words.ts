import type { WebhookDelivery } from '../../../contract/webhook-delivery.ts';
import type { StopReason } from '../../store/store.ts';
import type { FlashMessage } from './flash-message.ts';

type Status = WebhookDelivery['status'];

interface StatusWords {
  label: string;
  tone: 'good' | 'bad' | 'plain';
}

/** The statuses of deliveries in words, in the order in which they are shown. */
export const statusWords: Readonly<Record<Status, StatusWords>> = {
  delivered: { label: 'Delivered', tone: 'good' },
  pending: { label: 'Waiting', tone: 'plain' },
  retrying: { label: 'Will be retried', tone: 'plain' },
  failed: { label: 'Rejected', tone: 'bad' },
  exhausted: { label: 'Given up', tone: 'bad' },
  stopped: { label: 'Stopped', tone: 'plain' },
};

/** The codes of `last_error` in words. */
const errorWords = {
  timeout: 'There was no response within five seconds',
  dns_error: 'The host name could not be resolved',
  connection_refused: 'The receiver refused the connection',
  connection_reset: 'The receiver closed the connection without a response',
  tls_error: 'The TLS certificate or handshake failed',
  bad_http: 'The response was not valid HTTP',
  network_error: 'The network failed',
  interrupted: 'The server stopped during the attempt, so its outcome is unknown',
  secret_unreadable: 'The server could not decrypt the signing secret',
  payload_missing: 'The event is older than the server keeps',
  address_rejected: 'The URL is not a public address',
  redirect: 'The receiver redirected to another address, which is not followed',
  account_disabled: 'The operator disabled the account',
  connection_removed: 'The connection was removed',
  connection_disabled: 'The connection was disabled',
  connection_paused: 'The connection is paused; the event is sent when it is resumed',
  monitor_deleted: 'The monitor was deleted',
  monitor_not_owned: 'The monitor belongs to somebody else',
  out_of_scope: 'The connection no longer covers the monitor',
  permission_withdrawn: 'The webhook permission of the team was withdrawn',
  plan_lapsed: 'The plan was off',
} satisfies Record<StopReason, string> & Record<string, string>;

const words: ReadonlyMap<string, string> = new Map(Object.entries(errorWords));

/** The reasons of frequent statuses. */
const httpWords: Readonly<Record<number, string>> = {
  400: 'bad request',
  401: 'not authorized',
  403: 'forbidden',
  404: 'not found',
  405: 'method not allowed',
  410: 'gone',
  413: 'body too large',
  415: 'media type not accepted',
  429: 'too many requests',
  500: 'internal error',
  502: 'bad gateway',
  503: 'unavailable',
  504: 'gateway timeout',
};

/** An error in words, without a period. A code that is not known is shown as it is. */
export function describeError(code: string): string {
  const known = words.get(code);
  if (known) return known;
  const [, status] = /^http_(\d{3})$/.exec(code) ?? [];
  if (!status) return code;
  const reason = httpWords[Number(status)];
  return `The receiver answered HTTP ${status}${reason ? ` (${reason})` : ''}`;
}

/** A message about the outcome of a delivery that was just attempted. */
export function outcomeMessage(
  what: 'test' | 'event',
  { status, last_status_code, last_error }: WebhookDelivery,
): FlashMessage {
  const response = last_status_code === null ? '' : ` (HTTP ${last_status_code})`;
  if (status === 'delivered') {
    return { kind: 'done', text: `The ${what} was delivered${response}.` };
  }
  const reason = last_error === null ? statusWords[status].label : describeError(last_error);
  return { kind: 'failed', text: `The ${what} was not delivered. ${reason}.` };
}
