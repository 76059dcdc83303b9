import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface PostOptions {
  headers: readonly (readonly [string, string])[];
  body: Uint8Array;
  signal: AbortSignal;
}

export interface PostAnswer {
  status: number;
  /** Milliseconds to the status. */
  latency: number;
  /** The beginning of the answer's body. */
  text: string;
}

/** Bytes of an answer that are read. */
const mostRead = 2000;

/**
 * Sends bytes as they are over a connection of their own. Follows no redirect, and reads no more of
 * the answer than is shown.
 *
 * @throws {Error} when no status came, or the signal's reason
 */
export function post(url: URL, { headers, body, signal }: PostOptions): Promise<PostAnswer> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const flat = headers.flat();
    const request = send(url, {
      method: 'POST',
      agent: false,
      signal,
      headers: ['Host', url.host, ...flat, 'Content-Length', String(body.length)],
    });
    request.once('error', (error) => reject(signal.aborted ? signal.reason : error));
    request.once('response', (response) => {
      const status = response.statusCode ?? 0;
      const latency = performance.now() - begun;
      let text = '';
      const finish = () => {
        resolve({ status, latency, text: text.slice(0, mostRead) });
        request.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.length >= mostRead) finish();
      });
      response.once('close', finish);
      response.once('error', finish);
    });
    request.end(body);
  });
}
