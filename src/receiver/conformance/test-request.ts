import { signedHeadersSync } from '../../webhooks/sync/signed-headers-sync.ts';
import { sampleEvent } from './sample-event.ts';

/** One request of a check. */
export interface TestRequest {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs an event as the service does. Default: a new alert, signed now. */
export type Sign = (options?: {
  event?: Readonly<Record<string, unknown>> & { readonly id: string };
  /** The signed timestamp, in milliseconds since the epoch. */
  signedAt?: number;
}) => TestRequest;

export function signer(secrets: readonly string[], now: number): Sign {
  return ({ event = { ...sampleEvent('news.alert', now) }, signedAt = now } = {}) => {
    const body = Buffer.from(JSON.stringify(event));
    const headers = signedHeadersSync({ body, eventId: event.id, secrets, now: signedAt });
    return { body, headers: { 'Content-Type': 'application/json', ...headers } };
  };
}

/** A copy of a request with one header changed, or removed if `change` returns `undefined`. */
export function withHeader(
  request: TestRequest,
  name: string,
  change: (value: string) => string | undefined,
): TestRequest {
  const { [name]: value = '', ...headers } = request.headers;
  const changed = change(value);
  return { ...request, headers: changed === undefined ? headers : { ...headers, [name]: changed } };
}
