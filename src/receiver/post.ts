import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { startOfText } from '../node/cut-text.ts';
import { hostLookup } from '../node/host-lookup.ts';

/** Options of {@link post}. */
export interface PostOptions {
  /** Names and values of the headers, in order. */
  headers: readonly (readonly [string, string])[];
  /** The request body. */
  body: Uint8Array;
  /** Ends the request when aborted. */
  signal: AbortSignal;
}

/** The response to {@link post}. */
export interface PostResponse {
  /** The HTTP status code. */
  status: number;
  /** Milliseconds until the response headers arrived. */
  latency: number;
  /** The first 2,000 characters of the response body, without a word that does not fit. */
  text: string;
}

/** Maximum number of characters of the response body to read. */
const maxText = 2000;

/**
 * Sends a POST request over a new connection. Does not follow redirects.
 *
 * @throws {Error} if there is no response
 * @throws the reason of `signal` if that is aborted
 */
export function post(url: URL, { headers, body, signal }: PostOptions): Promise<PostResponse> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, {
      method: 'POST',
      agent: false,
      signal,
      lookup: hostLookup(signal),
      headers: ['Host', url.host, ...headers.flat(), 'Content-Length', String(body.length)],
    });
    request.once('error', (error) => reject(signal.aborted ? signal.reason : error));
    request.once('response', (response) => {
      const status = response.statusCode ?? 0;
      const latency = performance.now() - startedAt;
      let text = '';
      const finish = () => {
        resolve({ status, latency, text: startOfText(text, maxText) });
        request.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.length > maxText) finish();
      });
      response.once('close', finish);
      response.once('error', finish);
    });
    request.end(body);
  });
}
