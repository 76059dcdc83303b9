import { EndsEarly } from '../feed-error.ts';
import { rejected, type SourceEntry } from '../source-entry.ts';
import { unicodeEncoding } from '../text/decode.ts';
import { newsItemOf } from './news-record.ts';

/** A longer line (UTF-16 code units) is rejected without being held. */
const LINE_LIMIT = 1_048_576;

/**
 * Reads JSON Lines, one record a line, holding no more than one line: UTF-8, or UTF-16 with a byte
 * order mark. Blank lines count as lines and hold nothing. Bytes that are not text become U+FFFD
 * and their record is kept. A source that ends early keeps what was read and says so in a last
 * rejected record.
 */
export async function* readJsonLines(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<SourceEntry> {
  let number = 0;
  try {
    for await (const line of lines(bytes)) {
      number += 1;
      const entry = line === 'too long' ? tooLong(number) : entryOf(line.text, number);
      if (entry) yield entry;
    }
  } catch (error) {
    if (!(error instanceof EndsEarly)) throw error;
    yield rejected(`line ${number + 1}`, error.message);
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

async function* lines(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ text: string } | 'too long'> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let pending = '';
  let dropped = false;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(unicodeEncoding(chunk));
    const pieces = decoder.decode(chunk, { stream: true }).split('\n');
    const last = pieces.pop() ?? '';
    for (const piece of pieces) {
      const text = pending + piece;
      yield dropped || text.length > LINE_LIMIT ? 'too long' : { text };
      pending = '';
      dropped = false;
    }
    pending += last;
    if (pending.length > LINE_LIMIT) {
      pending = '';
      dropped = true;
    }
  }
  pending += decoder?.decode() ?? '';
  if (dropped) yield 'too long';
  else if (pending !== '') yield { text: pending };
}
