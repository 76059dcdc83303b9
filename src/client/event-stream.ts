import { GrowingBuffer } from '../node/growing-buffer.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Splits a `text/event-stream` after each event. An event ends with an empty line; lines end with LF,
 * CR or CRLF. The last LF may come separately.
 *
 * @throws {TooLargeError} if an event is longer than `maxBytes`
 */
export async function* splitEvents(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  const event = new GrowingBuffer(maxBytes);
  let isLineEmpty = true;
  let isAfterReturn = false;
  for await (const chunk of source) {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      const isSecondHalf = byte === lineFeed && isAfterReturn;
      isAfterReturn = byte === carriageReturn;
      const isLineEnd = byte === lineFeed || isAfterReturn;
      // Readers may wait for the LF of the CRLF that ends an event.
      const isRestOfEnd = isSecondHalf && at === start && event.length === 0;
      if (isRestOfEnd || (isLineEnd && isLineEmpty && !isSecondHalf)) {
        event.add(chunk.subarray(start, at + 1));
        start = at + 1;
        yield event.take();
      }
      isLineEmpty = isLineEnd;
    }
    event.add(chunk.subarray(start));
  }
  if (event.length > 0) yield event.take();
}

/** The text in the `data` lines of an event. */
export function dataOf(event: Buffer): string {
  return event
    .toString()
    .split(/\r\n?|\n/)
    .filter((line) => line.startsWith('data'))
    .map((line) => line.replace(/^data:? ?/, ''))
    .join('\n');
}
