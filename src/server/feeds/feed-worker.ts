import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { type DocumentInfo, documentEntries } from './document-entries.ts';
import { FeedError } from './feed-error.ts';
import type { Ending } from './input/gunzip.ts';
import type { NewsEntry } from './news-entry.ts';

/** What the worker asks for. It gets a reply to `chunk` and `entries`, and then goes on. */
export type FeedRequest =
  | { kind: 'chunk' }
  | { kind: 'entries'; entries: NewsEntry[] }
  | { kind: 'failed'; reason: string }
  | { kind: 'end' };

export type FeedReply =
  | { kind: 'chunk'; bytes: Uint8Array }
  | ({ kind: 'end' } & Ending)
  | { kind: 'continue' };

if (!parentPort) throw new Error('runs only as a worker thread');
const port = parentPort;

async function request(message: FeedRequest): Promise<FeedReply> {
  const replied = once(port, 'message') as Promise<[FeedReply]>;
  port.postMessage(message);
  const [reply] = await replied;
  return reply;
}

async function* requestedChunks(ending: Ending): AsyncGenerator<Uint8Array> {
  for (;;) {
    const reply = await request({ kind: 'chunk' });
    if (reply.kind === 'end') ending.truncation = reply.truncation;
    if (reply.kind !== 'chunk') return;
    yield reply.bytes;
  }
}

async function parse(document: DocumentInfo): Promise<void> {
  const ending: Ending = { truncation: null };
  for await (const entries of documentEntries(document, requestedChunks(ending), ending)) {
    await request({ kind: 'entries', entries });
  }
}

await parse(workerData as DocumentInfo).then(
  () => port.postMessage({ kind: 'end' } satisfies FeedRequest),
  (error: unknown) => {
    if (!(error instanceof FeedError)) throw error;
    port.postMessage({ kind: 'failed', reason: error.reason } satisfies FeedRequest);
  },
);
