import { GrowingBuffer } from '../node/growing-buffer.ts';
import { type JsonBounds, jsonExcess } from '../node/json-bounds.ts';
import { type Message, messagesIn } from './message.ts';

/** A line that cannot be read. */
export interface RejectedLine {
  readonly code: number;
  /** Why. */
  readonly rejection: string;
}

/** A line with a message, or with several in a batch. */
export interface InputLine {
  readonly messages: readonly Message[];
  readonly isBatch: boolean;
}

/** The error codes of JSON-RPC 2.0, section 5.1, for messages that cannot be read. */
export const rpcErrorCode = { parseError: -32700, invalidRequest: -32600 } as const;

/** The message of an error with the code `invalidRequest`. */
export const notMessage = 'the line is not a JSON-RPC 2.0 message';

/** Maximum size of a line, in bytes. */
const maxLineSize = 16_777_216;

const bounds: JsonBounds = { maxDepth: 256, maxValues: 1_000_000 };

const newline = 0x0a;

/** The lines of a stream with the JSON-RPC messages in them. Empty lines are skipped. */
export async function* inputLines(
  stdin: AsyncIterable<Uint8Array>,
): AsyncGenerator<InputLine | RejectedLine> {
  for await (const line of linesOf(stdin)) {
    if (line === undefined) {
      const rejection = `the line has more than ${maxLineSize} bytes`;
      yield { code: rpcErrorCode.invalidRequest, rejection };
    } else if (line.length > 0) {
      yield parseLine(line);
    }
  }
}

function parseLine(bytes: Buffer): InputLine | RejectedLine {
  const excess = jsonExcess(bytes, bounds);
  if (excess) return { code: rpcErrorCode.invalidRequest, rejection: `the line ${excess}` };
  try {
    const line = messagesIn(bytes.toString());
    if (line.messages.length > 0) return line;
  } catch {
    return { code: rpcErrorCode.parseError, rejection: 'the line is not JSON' };
  }
  // JSON-RPC 2.0, section 6: the response to an empty batch is one error.
  return { code: rpcErrorCode.invalidRequest, rejection: notMessage };
}

/** Each line without its end; `undefined` instead of a line over the maximum size. */
async function* linesOf(stdin: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer | undefined> {
  const line = new GrowingBuffer(maxLineSize);
  let isTooLong = false;
  const takeLine = () => {
    const bytes = withoutCr(line.take());
    const taken = isTooLong ? undefined : bytes;
    isTooLong = false;
    return taken;
  };
  const add = (bytes: Uint8Array) => {
    isTooLong ||= line.length + bytes.length > maxLineSize;
    if (isTooLong) line.take();
    else line.add(bytes);
  };
  for await (const chunk of stdin) {
    let rest = chunk;
    for (let end = rest.indexOf(newline); end !== -1; end = rest.indexOf(newline)) {
      add(rest.subarray(0, end));
      yield takeLine();
      rest = rest.subarray(end + 1);
    }
    add(rest);
  }
  if (line.length > 0 || isTooLong) yield takeLine();
}

function withoutCr(line: Buffer): Buffer {
  return line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
}
