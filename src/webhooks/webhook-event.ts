import type { NewsAlert, WebhookTest } from '../contract/events.ts';
import type { RawBody } from './raw-body.ts';
import { WebhookError } from './webhook-error.ts';

/** A verified `webhook.test` event. Its `id` is that of the header if the body has none. */
export interface WebhookTestEvent extends WebhookTest {
  /** The same for every delivery of an event; never empty. */
  id: string;
}

/**
 * A verified event. Its `type` says which fields it has. Only `id` and `type` were checked: use
 * {@link isNewsAlert} to check the other fields of an alert too.
 *
 * A newer service may send types that are not listed here; they have an `id` and a `type` too. Keep a
 * `default` that acknowledges and ignores them: TypeScript calls the event `never` there, so read `id`
 * and `type` before.
 *
 * @example
 * ```ts
 * const { id, type } = event;
 * switch (event.type) {
 *   case 'news.alert':
 *     console.log(event.monitor_title, event.articles.length);
 *     break;
 *   case 'webhook.test':
 *     break;
 *   default:
 *     console.log(`ignored the event ${id} of the type ${type}`);
 * }
 * ```
 */
export type WebhookEvent = NewsAlert | WebhookTestEvent;

/**
 * Whether an event only tests the connection.
 *
 * @example
 * ```ts
 * if (isWebhookTest(event)) return new Response(null, { status: 204 });
 * ```
 */
export function isWebhookTest(event: { readonly type: string }): event is WebhookTestEvent {
  return event.type === 'webhook.test';
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the body of an authenticated request.
 *
 * @param headerId the `X-Service-Event-Id` header, which is not signed: it replaces a missing `id`
 *   only in a `webhook.test`, whose payload the service does not specify
 * @throws {WebhookError} `not_json`, `not_an_event` or `event_id_mismatch`
 */
export function parseEvent(body: RawBody, headerId: string): WebhookEvent {
  const value = parseJson(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new WebhookError('not_an_event', 'the body is not a JSON object');
  }
  const { id, type } = value as Record<string, unknown>;
  if (typeof type !== 'string') throw notAnEvent('type');
  if (id === undefined && type === 'webhook.test') return { ...value, id: headerId, type };
  if (typeof id !== 'string' || id === '') {
    throw notAnEvent('id');
  }
  if (id !== headerId) {
    throw new WebhookError(
      'event_id_mismatch',
      'X-Service-Event-Id differs from the id of the event in the body',
    );
  }
  return value as WebhookEvent;
}

function notAnEvent(missing: 'id' | 'type'): WebhookError {
  const message = `the event has no ${missing}: its body needs a text as id and as type`;
  return new WebhookError('not_an_event', message);
}

function parseJson(body: RawBody): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : utf8.decode(body));
  } catch (error) {
    // The parser's message quotes the body, so it is not passed on.
    const message = error instanceof SyntaxError ? 'the body is not JSON' : 'the body is not UTF-8';
    throw new WebhookError('not_json', message);
  }
}
