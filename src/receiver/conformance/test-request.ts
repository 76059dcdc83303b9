import { webhookHeader } from '../../contract/events.ts';
import { signedHeaders } from '../../webhooks/signed-headers.ts';
import { sampleEvent } from './sample-event.ts';

/** One request of a check. */
export interface TestRequest {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

type Event = Readonly<Record<string, unknown>> & { readonly id: string };

/** A request signed with the first secret, as the service signs it (default event: a new alert). */
export function signedRequest(
  secrets: readonly string[],
  now: number,
  event: Event = sampleEvent('news.alert', now),
): TestRequest {
  const body = Buffer.from(JSON.stringify(event));
  const headers = signedHeaders({ body, eventId: event.id, secrets: secrets.slice(0, 1), now });
  return { body, headers: { 'Content-Type': 'application/json', ...headers } };
}

/** The same request with some headers replaced, or removed if their value is `undefined`. */
export function withHeaders(
  request: TestRequest,
  changes: Readonly<Record<string, string | undefined>>,
): TestRequest {
  const headers = Object.entries({ ...request.headers, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { ...request, headers: Object.fromEntries(headers) };
}

/** The same request with its signature rewritten. */
export function withSignature(
  request: TestRequest,
  rewrite: (signature: string) => string,
): TestRequest {
  const { signature } = webhookHeader;
  return withHeaders(request, { [signature]: rewrite(request.headers[signature] ?? '') });
}
