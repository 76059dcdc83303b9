import { setImmediate } from 'node:timers/promises';
import { FeedError } from './feed-error.ts';
import { documentKind, kindHeadSize } from './formats/document-kind.ts';
import { readJsonLines } from './formats/json-lines.ts';
import { readLimited } from './input/fetch-feed.ts';
import type { Ending } from './input/gunzip.ts';
import { peek } from './input/peek.ts';
import type { NewsEntry } from './news-entry.ts';
import { decodeDocument } from './text/decode-document.ts';

/** The source of a document, and how to read it. */
export interface DocumentInfo {
  /** A path, or an address without credentials. */
  location: string;
  /** Base URL of relative links; `null` for a file. */
  address: string | null;
  /** From the HTTP response. */
  charset: string | null;
  /** Maximum bytes of a feed. JSON Lines may have any size. */
  maxBytes: number;
}

/**
 * Parses an uncompressed document and yields its entries in groups, as they become available.
 *
 * @throws {FeedError} if it is too large or not news
 */
export async function* documentEntries(
  { location, address, charset, maxBytes }: DocumentInfo,
  stream: AsyncIterable<Uint8Array>,
  ending: Readonly<Ending>,
): AsyncGenerator<NewsEntry[]> {
  const { head, bytes } = await peek(stream, kindHeadSize);
  if (head.length === 0 && ending.truncation !== null) {
    throw new FeedError(location, `cannot be decompressed: ${ending.truncation}`);
  }
  const kind = documentKind(head, charset);
  // Lines may be added to a file later.
  if (kind === 'empty' && address === null) return;
  if (kind === 'empty' || typeof kind === 'object') {
    const what = kind === 'empty' ? 'an empty document' : kind.looksLike;
    throw new FeedError(location, `is ${what}, not a feed and not JSON Lines`);
  }
  if (kind === 'json-lines') {
    yield* readJsonLines(bytes, charset, ending);
    return;
  }
  const text = decodeDocument(await readLimited(bytes, location, maxBytes), charset);
  const document = { location, address, text, truncation: ending.truncation };
  // Loaded on demand: the feed parsers are large, and many servers read no feeds.
  const { feedNews } = await import('./formats/parsed-feed.ts');
  const { readJsonFeed } = await import('./formats/json-feed.ts');
  const { readXmlFeed } = await import('./formats/xml-feed.ts');
  for (const batch of feedNews(
    kind === 'xml-feed' ? readXmlFeed(document) : readJsonFeed(document),
  )) {
    yield batch;
    await setImmediate();
  }
}
