import { EndsEarly } from '../feed-error.ts';
import { newsItemOf } from '../item/parse-news-item.ts';
import { rejected, type SourceEntry } from '../news-entry.ts';
import { unicodeEncoding } from '../text/decode.ts';

/** A longer line (UTF-16 code units) is rejected without being held. */
const LINE_LIMIT = 1_048_576;

/**
 * Reads JSON Lines, one record a line, holding no more than one line beyond what a piece of the bytes
 * has: UTF-8, or UTF-16 with a byte order mark. Gives the entries of each piece together. Blank lines
 * count as lines and hold nothing. Bytes that are not text become U+FFFD and their record is kept. A
 * source that ends early keeps what was read and says so in a last rejected record.
 */
export async function* readJsonLines(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<SourceEntry[]> {
  let number = 0;
  try {
    for await (const piece of lines(bytes)) {
      yield piece.flatMap((line) => {
        number += 1;
        return (line === undefined ? tooLong(number) : entryOf(line, number)) ?? [];
      });
    }
  } catch (error) {
    if (!(error instanceof EndsEarly)) throw error;
    yield [rejected(`line ${number + 1}`, error.message)];
  }
}

function entryOf(line: string, number: number): SourceEntry | undefined {
  if (line.trim() === '') return undefined;
  const where = `line ${number}`;
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return rejected(where, 'is not valid JSON');
  }
  const item = newsItemOf(record);
  return 'rejected' in item ? rejected(where, item.rejected) : { kind: 'item', item };
}

function tooLong(number: number): SourceEntry {
  return rejected(`line ${number}`, 'is longer than 1 MiB');
}

/** The lines that end in each piece of the bytes; one that is too long is `undefined`. */
async function* lines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<(string | undefined)[]> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let pending = '';
  let dropped = false;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(unicodeEncoding(chunk));
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    pending += first;
    if (pending.length > LINE_LIMIT) {
      pending = '';
      dropped = true;
    }
    const last = others.pop();
    if (last === undefined) continue;
    yield [
      dropped ? undefined : pending,
      ...others.map((line) => (line.length > LINE_LIMIT ? undefined : line)),
    ];
    pending = last;
    dropped = last.length > LINE_LIMIT;
  }
  pending += decoder?.decode() ?? '';
  if (dropped) yield [undefined];
  else if (pending !== '') yield [pending];
}
