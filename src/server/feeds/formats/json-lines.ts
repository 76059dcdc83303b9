import { type JsonBounds, jsonExcess } from '../../../node/json-bounds.ts';
import type { Ending } from '../input/gunzip.ts';
import { parseNewsItem } from '../item/parse-news-item.ts';
import { type NewsEntry, newsEntry, rejectedEntry } from '../news-entry.ts';
import { unicodeEncoding } from '../text/decode.ts';

/** In UTF-16 code units. A longer line is rejected and not buffered in full. */
const maxLineLength = 1_048_576;

/** Fields that are not read may have very many values, such as the numbers of embeddings. */
const bounds: JsonBounds = { maxDepth: 10_000, maxValues: 100_000 };

/**
 * Reads JSON Lines in UTF-8, or in UTF-16 with a byte order mark, and yields the entries of each
 * chunk of bytes together. Besides one chunk, at most one line is buffered. Blank lines are counted
 * but ignored, invalid bytes become U+FFFD, and truncated input ends with a rejected entry.
 */
export async function* readJsonLines(
  bytes: AsyncIterable<Uint8Array>,
  ending: Readonly<Ending>,
): AsyncGenerator<NewsEntry[]> {
  let lineCount = 0;
  for await (const chunk of lines(bytes, ending)) {
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
  return newsEntry(parseNewsItem(record), where);
}

/** The lines that end in each chunk, `undefined` if too long; without a truncated last line. */
async function* lines(
  bytes: AsyncIterable<Uint8Array>,
  ending: Readonly<Ending>,
): AsyncGenerator<(string | undefined)[]> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let pending = '';
  let isTooLong = false;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(unicodeEncoding(chunk));
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
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
  pending += decoder?.decode() ?? '';
  if (isTooLong) yield [undefined];
  else if (pending !== '') yield [pending];
}
