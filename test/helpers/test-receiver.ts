import {
  type PostResponse,
  post,
  type ReceiverOptions,
  type StoredEvent,
  sampleEvent,
  startReceiver,
} from 'newswatch/receiver';
import { signedHeaders } from 'newswatch/webhooks';
import { closing } from './closing.ts';

export const secret = 'whsec_receiver';

interface SendOptions {
  headers?: Readonly<Record<string, string | undefined>>;
  /** When it is signed, in milliseconds since the epoch (default: now). */
  at?: number;
}

interface LogLine {
  level: string;
  event: string;
  [field: string]: unknown;
}

/** A receiver whose handler records its events (default: in memory). Closed after the test. */
export async function testReceiver(options: Partial<ReceiverOptions> = {}) {
  const handled: StoredEvent[] = [];
  const lines: LogLine[] = [];
  const receiver = closing(
    await startReceiver({
      secrets: [secret],
      data: ':memory:',
      backoff: () => 0,
      drainTimeout: 50,
      handler: { concurrency: 8, handle: async (event) => void handled.push(event) },
      log: (level, event, fields) => lines.push({ level, event, ...fields }),
      ...options,
    }),
  );
  const now = options.now ?? Date.now;
  return {
    receiver,
    handled,
    lines,
    ids: () => handled.map(({ id }) => id),
    send: (body: string | Uint8Array, options: SendOptions = {}) =>
      sendTo(receiver.url, body, { at: now(), ...options }),
  };
}

/** Signs a body and posts it. */
export async function sendTo(
  url: string,
  body: string | Uint8Array,
  { headers = {}, at = Date.now() }: SendOptions = {},
): Promise<PostResponse> {
  const eventId = /"id":"([^"]+)"/.exec(Buffer.from(body).toString())?.[1] ?? 'evt_none';
  const signed = await signedHeaders({ body, eventId, secrets: secret, now: at });
  const all = { 'Content-Type': 'application/json', ...signed, ...headers };
  const list = Object.entries(all).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const signal = AbortSignal.timeout(10_000);
  return post(new URL(url), { headers: list, body: Buffer.from(body), signal });
}

/** An alert as JSON, with some of its fields replaced. */
export function alert(fields: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ ...sampleEvent('news.alert', Date.now()), ...fields });
}
