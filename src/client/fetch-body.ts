import { GrowingBytes } from '../node/growing-bytes.ts';
import type { FetchResponse } from './client-options.ts';
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
  const bytes = new GrowingBytes(maxBytes);
  if (isStream(body)) {
    for await (const chunk of chunksOf(body, signal)) bytes.add(chunk);
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
  const message = 'fetch returned a response without body, text() or json()';
  throw Object.assign(new Error(message), { code: 'INVALID_FETCH' });
}

/** Not all runtimes can iterate a `ReadableStream`. */
async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  const stopListening = onAbort([signal], cancel);
  let isEnded = false;
  try {
    while (!isEnded) {
      const { done, value } = await reader.read();
      isEnded = done;
      if (!done) yield value;
    }
  } finally {
    stopListening();
    if (!isEnded) cancel();
  }
}

function isStream(body: unknown): body is ReadableStream<Uint8Array> {
  return typeof body === 'object' && body !== null && 'getReader' in body;
}

function isIterable(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
