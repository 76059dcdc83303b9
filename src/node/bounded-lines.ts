import { GrowingBuffer } from './growing-buffer.ts';

const newline = 0x0a;

/**
 * Splits UTF-8 text into lines, without their line breaks.
 *
 * @throws {TooLargeError} if a line is longer than `maxBytes`
 */
export async function* boundedLines(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<string> {
  const line = new GrowingBuffer(maxBytes);
  const takeLine = () => line.take().toString('utf8').replace(/\r$/, '');
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      line.add(chunk.subarray(start, end));
      yield takeLine();
      start = end + 1;
    }
    line.add(chunk.subarray(start));
  }
  if (line.length > 0) yield takeLine();
}
