import type { Agent } from 'undici';
import { version } from '../../../package.json';
import { deliveryTimeout } from '../../contract/webhook-request.ts';
import { LruCache } from '../../node/lru-cache.ts';
import { createAgent } from '../../node/undici.ts';
import { checkWebhookUrl, type DestinationPolicy } from '../egress/destination-policy.ts';
import { addressRejected, guardedLookup } from '../egress/guarded-lookup.ts';
import { HostResolver } from '../egress/host-resolver.ts';
import { webhookHost } from '../store/webhook-host.ts';
import { type AttemptOutcome, outcomeOfError } from './outcome.ts';
import { WebhookAttempt } from './webhook-attempt.ts';

/** A signed request to a receiver. */
export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON text, sent as its UTF-8 bytes. */
  body: string;
  /** Milliseconds of the timeout that the lookup has already taken (default: 0). */
  elapsed?: number | undefined;
}

export interface WebhookSenderOptions extends DestinationPolicy {
  /** Default: a new one. */
  resolver?: Pick<HostResolver, 'resolve' | 'isKnown'>;
  /** PEM of the only certificate authority to trust (default: those that Node trusts). */
  ca?: string;
  /** Timeout of one attempt, in milliseconds (default: 5000, docs/service.md §8.5). */
  timeout?: number;
  /** The time, in milliseconds since the epoch (default: `Date.now`). */
  now?: () => number;
}

/** Where a request is sent. */
interface Target {
  origin: string;
  path: string;
}

/** Milliseconds to keep an idle TCP connection, whatever the receiver's Keep-Alive header says. */
const keepAliveTimeout = 10_000;

const commonHeaders = {
  'content-type': 'application/json',
  'user-agent': `newswatch/${version}`,
};

/**
 * Makes single attempts over TCP connections that are kept alive. One deadline covers everything
 * from DNS lookup to response body; redirects, proxies and content encodings are ignored.
 */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #resolver: Pick<HostResolver, 'resolve' | 'isKnown'>;
  readonly #timeout: number;
  /** The targets of the URLs used last. Sizes are in bytes. */
  readonly #targets = new LruCache<string, Target>({
    maxSize: 1_000_000,
    sizeOf: ({ origin, path }) => 2 * (origin.length + path.length),
  });
  /** Loaded for the first attempt, so that a server without deliveries starts faster. */
  #agent: Promise<Agent> | undefined;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    this.#resolver = options.resolver ?? new HostResolver();
    this.#timeout = options.timeout ?? deliveryTimeout;
  }

  /**
   * Looks up the host name of a URL, so that `send` does not wait for it. Resolves with the time
   * that the lookup took, in milliseconds, also if it failed.
   *
   * @returns `undefined` if the addresses, or that the name has none, are known
   */
  lookUp(url: string): Promise<number> | undefined {
    const hostname = webhookHost(url) ?? '';
    if (this.#resolver.isKnown(hostname)) return undefined;
    const start = performance.now();
    return this.#resolver.resolve(hostname).then(() => performance.now() - start);
  }

  /** Never rejects: every failure is an outcome. */
  async send({ url, headers, body, elapsed = 0 }: WebhookRequest): Promise<AttemptOutcome> {
    const target = this.#targetOf(url);
    if (!target) return outcomeOfError(addressRejected);
    this.#agent ??= this.#openAgent();
    const agent = await this.#agent;
    return new Promise((resolve) => {
      const request = {
        origin: target.origin,
        path: target.path,
        method: 'POST' as const,
        headers: { ...commonHeaders, ...headers },
        body: Buffer.from(body),
      };
      const timeout = this.#timeout - elapsed;
      agent.dispatch(request, new WebhookAttempt(timeout, resolve, this.#options.now));
    });
  }

  /** Closes the TCP connections. */
  async close(): Promise<void> {
    await (await this.#agent)?.destroy();
  }

  /** `undefined` if nothing may be sent there. */
  #targetOf(url: string): Target | undefined {
    const known = this.#targets.get(url);
    if (known) return known;
    const destination = checkWebhookUrl(url, this.#options);
    if ('rejected' in destination) return undefined;
    const { origin, pathname, search } = new URL(destination.url);
    const target = { origin, path: pathname + search };
    this.#targets.set(url, target);
    return target;
  }

  #openAgent(): Promise<Agent> {
    const { ca } = this.#options;
    return createAgent({
      allowH2: false,
      keepAliveTimeout,
      keepAliveMaxTimeout: keepAliveTimeout,
      // The attempt's own deadline covers these.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        timeout: this.#timeout,
        // Called only for host names: an IP address in the URL has been checked with the URL.
        lookup: guardedLookup(this.#resolver, this.#options),
        ...(ca === undefined ? {} : { ca }),
      },
    });
  }
}
