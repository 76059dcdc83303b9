import { isUtf8 } from 'node:buffer';
import { type NewsAlert, newsAlertSchema, type WebhookTest } from '../contract/events.ts';
import type { RawBody } from './sign.ts';
import { WebhookError } from './webhook-error.ts';

export interface EventIdentity {
  /** What repeats are told by; never empty. */
  readonly id: string;
  readonly type: string;
}

/** A verified event. Types that this version does not know come through as they are. */
export interface WebhookEvent extends EventIdentity {
  readonly [field: string]: unknown;
}

/** Whether an event is an alert of the documented shape. */
export function isNewsAlert(event: WebhookEvent): event is WebhookEvent & NewsAlert {
  return newsAlertSchema().safeParse(event).success;
}

/** Whether an event only tests the connection. */
export function isWebhookTest(event: WebhookEvent): event is WebhookEvent & WebhookTest {
  return event.type === 'webhook.test';
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the event out of a body whose signature was found good.
 *
 * @param headerId the `X-Service-Event-Id` header, which no signature covers: it stands in for a
 *   missing `id` in a `webhook.test` alone, whose payload the service document does not show
 * @throws {WebhookError} `not_json`, `not_an_event` or `event_id_mismatch`
 */
export function parseEvent(body: RawBody, headerId: string): WebhookEvent {
  return eventOf(parseJson(body), headerId);
}

/**
 * The same for who needs no more than `id` and `type`: most bodies are read byte by byte, for what
 * UTF-8 has beyond ASCII can only be in JSON’s strings. Where a body has some, that halves the time.
 *
 * @throws {WebhookError} as `parseEvent` does
 */
export function parseIdentity(body: Uint8Array, headerId: string): EventIdentity {
  const value = parseBytes(body);
  const plain = isPlain(value?.id) && isPlain(value?.type);
  const { id, type } = plain ? eventOf(value, headerId) : parseEvent(body, headerId);
  return { id, type };
}

function eventOf(value: unknown, headerId: string): WebhookEvent {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new WebhookError('not_an_event', 'the body is not a JSON object');
  }
  const { id, type } = value as Record<string, unknown>;
  if (typeof type !== 'string') throw new WebhookError('not_an_event', 'the event has no type');
  if (id === undefined && type === 'webhook.test') {
    return { ...value, id: headerId, type };
  }
  if (typeof id !== 'string' || id === '') {
    throw new WebhookError('not_an_event', 'the event has no id');
  }
  if (id !== headerId) {
    throw new WebhookError(
      'event_id_mismatch',
      'X-Service-Event-Id is not the id of the event in the body',
    );
  }
  return value as WebhookEvent;
}

function parseJson(body: RawBody): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : utf8.decode(body));
  } catch (error) {
    // The parser's own message quotes the body, so it is not passed on.
    const message = error instanceof SyntaxError ? 'the body is not JSON' : 'the body is not UTF-8';
    throw new WebhookError('not_json', message);
  }
}

/** JSON whose strings are wrong beyond ASCII; `undefined` for what only `parseEvent` can judge. */
function parseBytes(body: Uint8Array): Partial<Record<'id' | 'type', unknown>> | null | undefined {
  if (!isUtf8(body)) return undefined;
  const { buffer, byteOffset, length } = body;
  try {
    return JSON.parse(Buffer.from(buffer, byteOffset, length).toString('latin1'));
  } catch {
    return undefined;
  }
}

function isPlain(text: unknown): boolean {
  return typeof text === 'string' && /^[ -~]+$/.test(text);
}
