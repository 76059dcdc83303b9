import { setImmediate } from 'node:timers/promises';
import { FeedError } from '../feed-error.ts';
import { rejected, type SourceEntry } from '../news-entry.ts';
import { decode } from '../text/decode.ts';
import { type FeedEntry, type FeedHead, feedItem, NOTHING } from './feed-entry.ts';
import { jsonDocument, jsonEntry } from './json-feed.ts';
import { isMalformed, originalLink, xmlEntries, xmlHead } from './xml-feed.ts';
import { type EntrySpan, type XmlOutline, xmlOutline } from './xml-outline.ts';

/** The most entries that are read of one feed; what follows is one rejected record. */
const ENTRY_LIMIT = 50_000;
/** Entries that are parsed at once, between which the process does its other work. */
const BATCH = 25;

/** Of one entry, and of those parsed at once (UTF-16 code units): what bounds the time it takes. */
const ENTRY_SIZE = 4 * 1024 * 1024;
const BATCH_SIZE = 1024 * 1024;

/** An entry of no content, which needs no parser. */
const EMPTY = /^<[^<>]{0,200}>\s{0,200}(?:<\/[^<>]{0,200}>)?$/;

/** A whole feed in memory. */
export interface FeedDocument {
  /** What errors call it. */
  name: string;
  /** Where it was fetched from, without credentials; `null` for a file. */
  address: string | null;
  bytes: Uint8Array;
  /** The charset of the HTTP answer. */
  charset: string | null;
  /** Why the bytes stop before their end, where they do. */
  endsEarly: string | null;
}

/**
 * The entries of an RSS, Atom or RDF feed, in its order, each an item or rejected. A feed that
 * stops in the middle gives what it has, and says so in a last rejected record.
 *
 * @throws FeedError where the feed is no XML at all.
 */
export async function* readXmlFeed(document: FeedDocument): AsyncGenerator<SourceEntry> {
  const text = decode(document.bytes, document.charset);
  const outline = xmlOutline(text, ENTRY_LIMIT);
  if (!outline) throw new FeedError(document.name, 'is malformed XML, not a feed');
  const head = headOf(outline, document);
  const spans = outline.entries;
  for (let at = 0; at < spans.length; at += BATCH) {
    const batch = spans.slice(at, at + BATCH);
    const entries = parsedTogether(outline, text, batch);
    for (const [index, span] of batch.entries()) {
      const parsed = entries?.[index] ?? parsedAlone(outline, text, span);
      yield entryOf(parsed, head, at + index + 1);
    }
    await setImmediate();
  }
  yield* remainder(outline.count);
  if (!outline.complete) {
    yield rejected('the end', document.endsEarly ?? 'the feed ends early: its last tag is missing');
  }
}

/**
 * The entries of a JSON Feed, like {@link readXmlFeed}.
 *
 * @throws FeedError where it is not JSON: half of a JSON document cannot be read.
 */
export async function* readJsonFeed(document: FeedDocument): AsyncGenerator<SourceEntry> {
  const feed = jsonDocument(jsonOf(document), document.address);
  if (!feed) throw new FeedError(document.name, 'is a JSON document without items, not a feed');
  for (const [index, value] of feed.items.slice(0, ENTRY_LIMIT).entries()) {
    yield entryOf(jsonEntry(value) ?? NOTHING, feed.head, index + 1);
    if (index % BATCH === 0) await setImmediate();
  }
  yield* remainder(feed.items.length);
}

function headOf(outline: XmlOutline, document: FeedDocument): FeedHead {
  try {
    return xmlHead(outline, document.address);
  } catch (error) {
    if (!isMalformed(error)) throw error;
    throw new FeedError(document.name, `is malformed XML (${causeOf(error)})`, { cause: error });
  }
}

function jsonOf({ bytes, charset, name, endsEarly }: FeedDocument): unknown {
  try {
    return JSON.parse(decode(bytes, charset));
  } catch {
    const problem = endsEarly === null ? 'is not valid JSON' : `is cut (${endsEarly})`;
    throw new FeedError(name, `${problem}, so it cannot be read as a JSON Feed`);
  }
}

/** One parse for many entries, unless one of them is missing or breaks it. */
function parsedTogether(
  outline: XmlOutline,
  text: string,
  spans: readonly EntrySpan[],
): FeedEntry[] | undefined {
  const size = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  if (size > BATCH_SIZE || spans.some(({ closed }) => !closed)) return undefined;
  const pieces = spans.map(({ start, end }) => text.slice(start, end));
  try {
    const entries = xmlEntries(outline.format, outline.before + pieces.join('') + outline.after);
    if (entries.length !== spans.length) return undefined;
    return entries.map((entry, index) => withOriginal(entry, pieces[index] ?? ''));
  } catch (error) {
    if (isMalformed(error)) return undefined;
    throw error;
  }
}

function parsedAlone(outline: XmlOutline, text: string, span: EntrySpan): FeedEntry | string {
  if (!span.closed) return 'is cut: its end tag is missing';
  if (span.end - span.start > ENTRY_SIZE) return 'is larger than 4 MiB';
  const piece = text.slice(span.start, span.end);
  if (EMPTY.test(piece)) return NOTHING;
  try {
    const [entry] = xmlEntries(outline.format, outline.before + piece + outline.after);
    return entry ? withOriginal(entry, piece) : NOTHING;
  } catch (error) {
    if (isMalformed(error)) return `is malformed XML (${causeOf(error)})`;
    throw error;
  }
}

function withOriginal(entry: FeedEntry, piece: string): FeedEntry {
  const original = originalLink(piece);
  return original === undefined ? entry : { ...entry, links: [original, ...entry.links] };
}

function entryOf(parsed: FeedEntry | string, head: FeedHead, number: number): SourceEntry {
  const where = `entry ${number}`;
  if (typeof parsed === 'string') return rejected(where, parsed);
  const item = feedItem(parsed, head);
  return 'rejected' in item ? rejected(where, item.rejected) : { kind: 'item', item };
}

function* remainder(count: number): Generator<SourceEntry> {
  if (count <= ENTRY_LIMIT) return;
  const left = count - ENTRY_LIMIT;
  yield rejected(`entry ${ENTRY_LIMIT + 1}`, `and all after it (${left}): too many for one feed`);
}

/** What the parser says of the XML, on one line and without what it quotes at length. */
function causeOf(error: Error): string {
  const said = error.cause instanceof Error ? error.cause.message : error.message;
  return said.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 120);
}
