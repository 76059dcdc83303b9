import { setImmediate } from 'node:timers/promises';
import { FeedError } from '../feed-error.ts';
import { type NewsEntry, rejectedEntry } from '../news-entry.ts';
import { decode } from '../text/decode.ts';
import {
  entryBatch,
  excessEntries,
  type FeedDocument,
  maxEntries,
  newsEntry,
} from './feed-document.ts';
import { emptyEntryReason, type FeedEntry, type FeedHead } from './feed-entry.ts';
import { isMalformed, malformedReason } from './feedsmith-errors.ts';
import { parseEntries } from './xml-entries.ts';
import { parseHead } from './xml-head.ts';
import { type EntrySpan, type XmlOutline, xmlOutline } from './xml-outline.ts';

/** Maximum lengths of one entry, and of entries parsed together, in UTF-16 code units. */
const maxEntryLength = 4 * 1024 * 1024;
const maxBatchLength = 1024 * 1024;

/** An entry without content. */
const emptyElement = /^<[^<>]{0,200}>\s{0,200}(?:<\/[^<>]{0,200}>)?$/;

/**
 * Reads an RSS, Atom or RDF feed. Yields its entries in document order; a truncated feed ends with
 * a rejected entry that says so.
 *
 * @throws {FeedError} if the document is not XML
 */
export async function* readXmlFeed(document: FeedDocument): AsyncGenerator<NewsEntry> {
  const text = decode(document.bytes, document.charset);
  const outline = xmlOutline(text, maxEntries);
  if (!outline) throw new FeedError(document.location, 'is malformed XML, not a feed');
  const head = headOf(outline, document);
  for (let at = 0; at < outline.entries.length; at += entryBatch) {
    const spans = outline.entries.slice(at, at + entryBatch);
    const entries = parseTogether(outline, text, spans);
    for (const [index, span] of spans.entries()) {
      const parsed = entries?.[index] ?? parseSeparately(outline, text, span);
      yield newsEntry(parsed, head, at + index + 1);
    }
    await setImmediate();
  }
  yield* excessEntries(outline.count);
  if (!outline.complete) {
    const reason = document.truncation ?? 'the feed ends early: its last tag is missing';
    yield rejectedEntry('the end', reason);
  }
}

function headOf(outline: XmlOutline, { location, address }: FeedDocument): FeedHead {
  try {
    return parseHead(outline, address);
  } catch (error) {
    if (!isMalformed(error)) throw error;
    throw new FeedError(location, malformedReason(error), { cause: error });
  }
}

/** Parses several entries at once; `undefined` if one of them is missing or malformed. */
function parseTogether(
  outline: XmlOutline,
  text: string,
  spans: readonly EntrySpan[],
): FeedEntry[] | undefined {
  const length = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  if (length > maxBatchLength || spans.some(({ closed }) => !closed)) return undefined;
  const elements = spans.map(({ start, end }) => text.slice(start, end));
  try {
    const entries = parseEntries(outline, elements);
    return entries.length === spans.length ? entries : undefined;
  } catch (error) {
    if (isMalformed(error)) return undefined;
    throw error;
  }
}

/** @returns the entry, or why it cannot be parsed */
function parseSeparately(outline: XmlOutline, text: string, span: EntrySpan): FeedEntry | string {
  if (!span.closed) return 'is truncated: its end tag is missing';
  if (span.end - span.start > maxEntryLength) return 'is larger than 4 MiB';
  const element = text.slice(span.start, span.end);
  if (emptyElement.test(element)) return emptyEntryReason;
  try {
    const [entry] = parseEntries(outline, [element]);
    return entry ?? emptyEntryReason;
  } catch (error) {
    if (isMalformed(error)) return malformedReason(error);
    throw error;
  }
}
