import { isUtf8 } from 'node:buffer';
import { type NewsAlert, newsAlertSchema, type WebhookTest } from '../contract/events.ts';
import type { RawBody } from './sign.ts';
import { WebhookError } from './webhook-error.ts';

/** The fields that identify an event. */
export interface EventIdentity {
  /** The same for every delivery of an event; never empty. */
  readonly id: string;
  readonly type: string;
}

/** A verified event. Unknown types and fields are passed through unchanged. */
export interface WebhookEvent extends EventIdentity {
  readonly [field: string]: unknown;
}

/** Whether an event is an alert with the documented shape. */
export function isNewsAlert(event: WebhookEvent): event is WebhookEvent & NewsAlert {
  return newsAlertSchema().safeParse(event).success;
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
  return eventOf(parseJson(body), headerId);
}

/**
 * Like `parseEvent`, but returns only `id` and `type`. It parses the bytes as Latin-1, which takes
 * half the time for a body with non-ASCII characters and garbles only the contents of strings. If
 * `id` or `type` may be garbled, it falls back to `parseEvent`.
 *
 * @throws {WebhookError} the same errors as `parseEvent`
 */
export function parseIdentity(body: Uint8Array, headerId: string): EventIdentity {
  const value = parseAsLatin1(body);
  const isUnaffected = isAscii(value?.id) && isAscii(value?.type);
  const { id, type } = isUnaffected ? eventOf(value, headerId) : parseEvent(body, headerId);
  return { id, type };
}

function eventOf(value: unknown, headerId: string): WebhookEvent {
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

/** The JSON with non-ASCII characters garbled; `undefined` if it cannot be parsed this way. */
function parseAsLatin1(
  body: Uint8Array,
): Partial<Record<'id' | 'type', unknown>> | null | undefined {
  if (!isUtf8(body)) return undefined;
  const { buffer, byteOffset, length } = body;
  try {
    return JSON.parse(Buffer.from(buffer, byteOffset, length).toString('latin1'));
  } catch {
    return undefined;
  }
}

function isAscii(text: unknown): boolean {
  return typeof text === 'string' && /^[ -~]+$/.test(text);
}
