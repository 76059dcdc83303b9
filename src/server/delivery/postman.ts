import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { version } from '../../../package.json';
import { deliveryTimeout } from '../../contract/events.ts';
import { retryAfter } from '../../contract/retry-after.ts';
import { type DestinationPolicy, destinationUrl } from './destination.ts';
import { type Outcome, outcomeOfError, outcomeOfStatus } from './outcome.ts';
import { addressRejected, type Lookup, publicLookup } from './public-lookup.ts';

/** One request to a receiver, signed. */
export interface Post {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON text, sent as its UTF-8 bytes. */
  body: string;
}

export interface PostmanOptions extends DestinationPolicy {
  /** Where names are looked up; the system's resolver unless given. */
  lookup?: Lookup;
  /** PEM of an authority to trust in place of the well-known ones. */
  ca?: string;
}

/** Bytes of an answer that are read so that its connection can be kept; the rest is cut off. */
const largestAnswer = 16 * 1024;

const idleConnection = 10_000;

/**
 * Makes single attempts over kept-alive connections: one deadline over look-up, connection, TLS and
 * headers, no redirect followed, no proxy used, nothing decompressed. Only the status decides.
 */
export class Postman {
  readonly #policy: DestinationPolicy;
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;

  constructor({ allowPrivate, lookup, ca }: PostmanOptions) {
    this.#policy = { allowPrivate };
    const checked = allowPrivate ? {} : { lookup: publicLookup(lookup) };
    const options = { keepAlive: true, timeout: idleConnection, ...checked };
    this.#http = new HttpAgent(options);
    this.#https = new HttpsAgent({ ...options, ...(ca === undefined ? {} : { ca }) });
  }

  /** Never rejects: whatever happens is an outcome. */
  async deliver({ url, headers, body }: Post): Promise<Outcome> {
    if ('rejected' in destinationUrl(url, this.#policy)) return outcomeOfError(addressRejected);
    try {
      const { statusCode = 0, headers: answered } = await this.#send(new URL(url), headers, body);
      return outcomeOfStatus(statusCode, retryAfter(answered['retry-after'], Date.now()));
    } catch (error) {
      return outcomeOfError((error as NodeJS.ErrnoException).code ?? '');
    }
  }

  /** Ends the kept-alive connections. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  #send(url: URL, headers: Post['headers'], body: string): Promise<IncomingMessage> {
    const secure = url.protocol === 'https:';
    const bytes = Buffer.from(body);
    return new Promise((resolve, reject) => {
      const request = (secure ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        agent: secure ? this.#https : this.#http,
        headers: {
          'content-type': 'application/json',
          'content-length': bytes.length,
          'user-agent': `newswatch/${version}`,
          ...headers,
        },
      });
      const deadline = setTimeout(() => {
        request.destroy(Object.assign(new Error('no answer in time'), { code: 'TIMEOUT' }));
      }, deliveryTimeout);
      request.on('close', () => clearTimeout(deadline));
      request.on('error', reject);
      request.on('response', (response) => {
        resolve(response);
        readAtMost(response, largestAnswer);
      });
      request.end(bytes);
    });
  }
}

/** What comes after the status changes nothing any more, its failure neither. */
function readAtMost(response: IncomingMessage, limit: number): void {
  let length = 0;
  response.on('error', () => {});
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > limit) response.destroy();
  });
}
