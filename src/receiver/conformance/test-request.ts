import { signedHeaders } from '../../webhooks/signed-headers.ts';
import { sampleEvent } from './sample-event.ts';

/** One request of a check. */
export interface TestRequest {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes a request as the service does. Default: a new alert, signed now. */
export type Sign = (options?: {
  event?: Readonly<Record<string, unknown>> & { readonly id: string };
  /** When it is signed, in milliseconds since the epoch. */
  at?: number;
}) => TestRequest;

export function signer(secrets: readonly string[], now: number): Sign {
  return ({ event = sampleEvent('news.alert', now), at = now } = {}) => {
    const body = Buffer.from(JSON.stringify(event));
    const headers = signedHeaders({ body, eventId: event.id, secrets, now: at });
    return { body, headers: { 'Content-Type': 'application/json', ...headers } };
  };
}

/** The same request with the value of one header changed, or without it if that is `undefined`. */
export function withHeader(
  request: TestRequest,
  name: string,
  change: (value: string) => string | undefined,
): TestRequest {
  const { [name]: value = '', ...headers } = request.headers;
  const changed = change(value);
  return { ...request, headers: changed === undefined ? headers : { ...headers, [name]: changed } };
}
