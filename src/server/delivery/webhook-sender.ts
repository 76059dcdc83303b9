import type { Agent } from 'undici';
import { version } from '../../../package.json';
import { deliveryTimeout } from '../../contract/events.ts';
import { type DestinationPolicy, destinationUrl } from '../egress/destination-policy.ts';
import { addressRejected, type Lookup, publicLookup } from '../egress/public-lookup.ts';
import { type AttemptOutcome, outcomeOfError } from './outcome.ts';
import { WebhookAttempt } from './webhook-attempt.ts';

/** One request to a receiver, signed. */
export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON text, sent as its UTF-8 bytes. */
  body: string;
}

export interface WebhookSenderOptions extends DestinationPolicy {
  /** Where names are looked up; the system's resolver unless given. */
  lookup?: Lookup;
  /** PEM of an authority to trust in place of the well-known ones. */
  ca?: string;
}

/** Milliseconds that a connection is kept for the next attempt, whatever its receiver offers. */
const idleConnection = 10_000;

const commonHeaders = {
  'content-type': 'application/json',
  'user-agent': `newswatch/${version}`,
};

/**
 * Makes single attempts over kept-alive connections: one deadline over look-up, connection, TLS and
 * headers, no redirect followed, no proxy used, nothing decompressed. Only the status decides.
 */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  /** Loaded for the first attempt: a server that has nothing to deliver starts without it. */
  #agent: Promise<Agent> | undefined;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /** Never rejects: whatever happens is an outcome. */
  async send({ url, headers, body }: WebhookRequest): Promise<AttemptOutcome> {
    const destination = destinationUrl(url, this.#options);
    if ('rejected' in destination) return outcomeOfError(addressRejected);
    const { origin, pathname, search } = new URL(destination.url);
    this.#agent ??= openAgent(this.#options);
    const agent = await this.#agent;
    return new Promise((resolve) => {
      const request = {
        origin,
        path: pathname + search,
        method: 'POST' as const,
        headers: { ...commonHeaders, ...headers },
        body: Buffer.from(body),
      };
      agent.dispatch(request, new WebhookAttempt(resolve));
    });
  }

  /** Ends the kept-alive connections. */
  async close(): Promise<void> {
    await (await this.#agent)?.destroy();
  }
}

async function openAgent({ allowPrivate, lookup, ca }: WebhookSenderOptions): Promise<Agent> {
  const { default: Agent } = await import('undici/lib/dispatcher/agent.js');
  return new Agent({
    allowH2: false,
    keepAliveTimeout: idleConnection,
    keepAliveMaxTimeout: idleConnection,
    // Each attempt has its own deadline, which covers these.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: deliveryTimeout,
      // Called for names alone: an address in the URL is checked with it.
      ...(allowPrivate ? {} : { lookup: publicLookup(lookup) }),
      ...(ca === undefined ? {} : { ca }),
    },
  });
}
