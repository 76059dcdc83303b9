import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { checkOptions } from '../contract/check-options.ts';
import {
  listOption,
  type OptionTypes,
  ofType,
  required,
  signal as signalType,
} from '../contract/option-types.ts';
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

const optionTypes: OptionTypes<PostOptions> = {
  headers: required(listOption),
  body: required(ofType('a Uint8Array, such as a Buffer', (value) => value instanceof Uint8Array)),
  signal: required(signalType),
};

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
 * @throws {TypeError} if an option is unknown or missing, or has another type
 * @throws {Error} if there is no response
 * @throws the reason of `signal` if that is aborted
 */
export async function post(url: URL, options: PostOptions): Promise<PostResponse> {
  checkOptions('post()', options, optionTypes);
  const { headers, body, signal } = options;
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
