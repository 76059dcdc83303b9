import { isAscii } from 'node:buffer';
import { type JsonBounds, jsonExcess } from '../../../node/json-bounds.ts';
import type { Ending } from '../input/gunzip.ts';
import { parseNewsItem } from '../item/parse-news-item.ts';
import { type NewsEntry, newsEntry, rejectedEntry } from '../news-entry.ts';
import { type DocumentDecoder, documentDecoder } from '../text/document-decoder.ts';
import { documentEncoding, unicodeEncoding } from '../text/document-encoding.ts';

/** In UTF-16 code units. A longer line is rejected and not buffered in full. */
const maxLineLength = 1_048_576;

/** Fields that are not read may have very many values, such as the numbers of embeddings. */
const bounds: JsonBounds = { maxDepth: 10_000, maxValues: 100_000 };

/**
 * Reads JSON Lines and yields the entries of each chunk of bytes together. The first chunk that is
 * not ASCII decides the encoding. Besides one chunk, at most one line is buffered. Blank lines are
 * counted but ignored, invalid bytes become U+FFFD, and truncated input ends with a rejected entry.
 *
 * @param charset from the HTTP response
 */
export async function* readJsonLines(
  bytes: AsyncIterable<Uint8Array>,
  charset: string | null,
  ending: Readonly<Ending>,
): AsyncGenerator<NewsEntry[]> {
  let lineCount = 0;
  for await (const chunk of lines(decodedChunks(bytes, charset, ending), ending)) {
    yield chunk.flatMap((line) => {
      lineCount += 1;
      return parseLine(line, `line ${lineCount}`) ?? [];
    });
  }
  if (ending.truncation !== null) yield [rejectedEntry(`line ${lineCount + 1}`, ending.truncation)];
}

function parseLine(line: string | undefined, where: string): NewsEntry | undefined {
  if (line === undefined) return rejectedEntry(where, 'is longer than 1 MiB');
  if (line.trim() === '') return undefined;
  const excess = jsonExcess(line, bounds);
  if (excess !== undefined) return rejectedEntry(where, excess);
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return rejectedEntry(where, 'is not valid JSON');
  }
  const parsed = parseNewsItem(record);
  return newsEntry('rejected' in parsed ? parsed : { item: parsed }, where);
}

/** The text of each chunk of bytes; without an incomplete last character if truncated. */
async function* decodedChunks(
  bytes: AsyncIterable<Uint8Array>,
  charset: string | null,
  ending: Readonly<Ending>,
): AsyncGenerator<string> {
  let decoder: DocumentDecoder | undefined;
  let isFirst = true;
  for await (const chunk of bytes) {
    // UTF-16 may consist of ASCII bytes. It is recognized by the first ones.
    if (!isAscii(chunk) || (isFirst && unicodeEncoding(chunk) !== undefined)) {
      decoder ??= documentDecoder(documentEncoding(chunk, charset, true));
    }
    isFirst = false;
    yield decoder ? decoder.write(chunk) : Buffer.from(chunk).toString('latin1');
  }
  if (decoder && ending.truncation === null) yield decoder.end();
}

/** The lines that end in each chunk, `undefined` if too long; without a truncated last line. */
async function* lines(
  chunks: AsyncIterable<string>,
  ending: Readonly<Ending>,
): AsyncGenerator<(string | undefined)[]> {
  let pending = '';
  let isTooLong = false;
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n');
    pending += first;
    if (pending.length > maxLineLength) {
      pending = '';
      isTooLong = true;
    }
    const remainder = others.pop();
    if (remainder === undefined) continue;
    yield [
      isTooLong ? undefined : pending,
      ...others.map((line) => (line.length > maxLineLength ? undefined : line)),
    ];
    pending = remainder;
    isTooLong = remainder.length > maxLineLength;
  }
  if (ending.truncation !== null) return;
  if (isTooLong) yield [undefined];
  else if (pending !== '') yield [pending];
}
