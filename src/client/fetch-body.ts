import { GrowingBytes } from '../node/growing-bytes.ts';
import type { FetchResponse } from './client-options.ts';
import { invalidFetch } from './invalid-fetch.ts';
import { onAbort } from './on-abort.ts';

/**
 * Reads the body of a response: streams of any kind, and the `text()` or `json()` of a minimal
 * response, as tests make them.
 *
 * @param signal cancels the stream when it is aborted
 * @throws {TooLargeError} as soon as there are more than `maxBytes` bytes
 */
export async function readFetchBody(
  response: FetchResponse,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { body } = response;
  if (wasRead(response) || wasRead(body)) {
    throw invalidFetch(
      'fetch returned a Response that was read before: return a new one for each call',
    );
  }
  const bytes = new GrowingBytes(maxBytes);
  if (isStream(body)) {
    await readStream(body, bytes, signal);
  } else if (isIterable(body)) {
    for await (const chunk of body) bytes.add(chunk);
  } else {
    bytes.add(new TextEncoder().encode(await textOf(response)));
  }
  return bytes.take();
}

async function textOf(response: FetchResponse): Promise<string> {
  if (response.text) return response.text();
  if (response.json) return JSON.stringify(await response.json()) ?? '';
  throw invalidFetch('fetch returned a response without body, text() or json()');
}

/** Not all runtimes can iterate a `ReadableStream`. */
async function readStream(
  stream: ReadableStream<Uint8Array>,
  bytes: GrowingBytes,
  signal: AbortSignal,
): Promise<void> {
  const reader = stream.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  const stopListening = onAbort([signal], cancel);
  let isEnded = false;
  try {
    while (!isEnded) {
      const { done, value } = await reader.read();
      isEnded = done;
      if (!done) bytes.add(value);
    }
  } finally {
    stopListening();
    if (!isEnded) cancel();
  }
}

/** Whether a `Response`, its stream or a stream of Node was read, or is being read. */
function wasRead(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { bodyUsed, locked, readableDidRead } = value as Readonly<Record<string, unknown>>;
  return bodyUsed === true || locked === true || readableDidRead === true;
}

function isStream(body: unknown): body is ReadableStream<Uint8Array> {
  return typeof body === 'object' && body !== null && 'getReader' in body;
}

function isIterable(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
