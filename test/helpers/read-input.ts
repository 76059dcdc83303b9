import { gzipSync } from 'node:zlib';
import {
  type OpenSource,
  type ReadOptions,
  readOpenSource,
} from '../../src/server/feeds/read-news.ts';
import type { NewsItemRecord } from '../../src/server/store/store.ts';

/** What was read of a source. */
export interface Read {
  items: NewsItemRecord[];
  rejections: string[];
}

/** Reads bytes as a source called `test`, given in pieces of `piece` bytes. */
export async function read(
  content: string | Uint8Array,
  { address = null, charset = null, piece = 65_536, ...options }: ReadAs = {},
): Promise<Read> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const source: OpenSource = {
    name: 'test',
    address,
    charset,
    total_bytes: bytes.length,
    bytes: pieces(bytes, piece),
    close: () => undefined,
  };
  const items: NewsItemRecord[] = [];
  const rejections: string[] = [];
  for await (const entry of readOpenSource(source, options)) {
    if (entry.kind === 'item') items.push(entry.item);
    else rejections.push(`${entry.where}: ${entry.reason}`);
  }
  return { items, rejections };
}

interface ReadAs extends ReadOptions {
  address?: string | null;
  charset?: string | null;
  piece?: number;
}

/** Records as JSON Lines. */
export function lines(...records: unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** gzip that stops before its end. */
export function cutGzip(content: string): Uint8Array {
  const whole = gzipSync(content, { level: 0 });
  return whole.subarray(0, whole.length - 20);
}

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
