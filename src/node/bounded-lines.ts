import { TooLargeError } from './read-bounded.ts';

/**
 * Splits UTF-8 text into lines, without their line breaks.
 *
 * @throws {TooLargeError} if a line is longer than `maxBytes`
 */
export async function* boundedLines(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array) => {
    length += part.length;
    if (length > maxBytes) throw new TooLargeError(maxBytes);
    parts.push(part);
  };
  const line = () => {
    const text = Buffer.concat(parts, length).toString('utf8');
    parts = [];
    length = 0;
    return text.replace(/\r$/, '');
  };
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      take(chunk.subarray(start, end));
      yield line();
      start = end + 1;
    }
    take(chunk.subarray(start));
  }
  if (length > 0) yield line();
}
