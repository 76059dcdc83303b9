import { gzipSync } from 'node:zlib';
import type { OpenedInput } from '../../src/server/feeds/input/news-input.ts';
import { type ReadOptions, readInput } from '../../src/server/feeds/read-news.ts';
import type { NewsItemRecord } from '../../src/server/store/store.ts';

export interface ReadResult {
  items: NewsItemRecord[];
  /** In the form `line 1: has no title`. */
  rejections: string[];
}

interface InputOptions extends ReadOptions {
  address?: string | null;
  charset?: string | null;
  /** Bytes. */
  chunkSize?: number;
}

/** Reads a document as an input whose location is `test`. */
export async function read(
  content: string | Uint8Array,
  { address = null, charset = null, chunkSize = 65_536, ...options }: InputOptions = {},
): Promise<ReadResult> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const input: OpenedInput = {
    location: 'test',
    address,
    charset,
    totalBytes: bytes.length,
    bytes: chunksOf(bytes, chunkSize),
    close: () => undefined,
  };
  const items: NewsItemRecord[] = [];
  const rejections: string[] = [];
  for await (const group of readInput(input, { inWorker: false, ...options })) {
    for (const entry of group) {
      if ('item' in entry) items.push(entry.item);
      else rejections.push(`${entry.rejection.where}: ${entry.rejection.reason}`);
    }
  }
  return { items, rejections };
}

/** JSON Lines of the records. */
export function lines(...records: unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** gzip data that lacks its last 20 bytes. */
export function cutGzip(content: string): Uint8Array {
  const whole = gzipSync(content, { level: 0 });
  return whole.subarray(0, whole.length - 20);
}

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
