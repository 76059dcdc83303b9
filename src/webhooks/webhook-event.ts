import type { WebhookTest } from '../contract/events.ts';
import type { RawBody } from './raw-body.ts';
import { WebhookError } from './webhook-error.ts';

/**
 * A verified event. {@link isNewsAlert} and {@link isWebhookTest} give it its other fields. Fields that
 * this version does not know are in the object too: parse the body yourself to read them.
 */
export interface WebhookEvent {
  /** The same for every delivery of an event; never empty. */
  readonly id: string;
  /** `news.alert`, `webhook.test`, or a type that this version does not know. */
  readonly type: string;
}

/** Whether an event only tests the connection. */
export function isWebhookTest(event: WebhookEvent): event is WebhookEvent & WebhookTest {
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
  if (typeof type !== 'string') throw new WebhookError('not_an_event', 'the event has no type');
  if (id === undefined && type === 'webhook.test') return { ...value, id: headerId, type };
  if (typeof id !== 'string' || id === '') {
    throw new WebhookError('not_an_event', 'the event has no id');
  }
  if (id !== headerId) {
    throw new WebhookError(
      'event_id_mismatch',
      'X-Service-Event-Id differs from the id of the event in the body',
    );
  }
  return value as WebhookEvent;
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
