import { webhookHeader } from '../../contract/events.ts';
import { signedHeaders } from '../../webhooks/signed-headers.ts';
import { sampleEvent } from './sample-event.ts';

/** One request of a check. */
export interface Probe {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

type Event = Readonly<Record<string, unknown>> & { readonly id: string };

/** A request that is signed as the service signs, over an event or an alert of its own. */
export function signedProbe(secrets: readonly string[], now: number, event?: Event): Probe {
  const { id, ...rest } = event ?? sampleEvent('news.alert', now);
  const body = Buffer.from(JSON.stringify({ id, ...rest }));
  const headers = signedHeaders({ body, eventId: id, secrets: secrets.slice(0, 1), now });
  return { body, headers: { 'Content-Type': 'application/json', ...headers } };
}

/** The same request with headers in place of its own; `undefined` takes one away. */
export function withHeaders(
  probe: Probe,
  changes: Readonly<Record<string, string | undefined>>,
): Probe {
  const headers = Object.entries({ ...probe.headers, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { ...probe, headers: Object.fromEntries(headers) };
}

/** The same request with its signature rewritten. */
export function withSignature(probe: Probe, rewrite: (signature: string) => string): Probe {
  const { signature } = webhookHeader;
  return withHeaders(probe, { [signature]: rewrite(probe.headers[signature] ?? '') });
}
