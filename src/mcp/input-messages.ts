import type { Readable } from 'node:stream';
import { deserializeMessage, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { type JsonBounds, jsonExcess } from '../node/json-bounds.ts';
import { fieldsOf, idOf, rpcErrorCode } from './json-rpc-error.ts';

/** A line that is not a JSON-RPC message, with the response to it. */
export interface RejectedLine {
  readonly rejection: JSONRPCMessage;
}

/** Maximum size of a line, in bytes. */
const maxLineSize = 16_777_216;

const bounds: JsonBounds = { maxDepth: 256, maxValues: 1_000_000 };

const newline = 0x0a;

/** The JSON-RPC messages in a stream, one on each line. Empty lines are skipped. */
export async function* inputMessages(
  stdin: Readable,
): AsyncGenerator<JSONRPCMessage | RejectedLine> {
  for await (const line of linesOf(stdin)) {
    if (line === undefined) {
      yield rejected(undefined, rpcErrorCode.invalidRequest, `has more than ${maxLineSize} bytes`);
    } else if (line.length > 0) {
      yield messageIn(line);
    }
  }
}

function messageIn(bytes: Buffer): JSONRPCMessage | RejectedLine {
  const excess = jsonExcess(bytes, bounds);
  if (excess) return rejected(undefined, rpcErrorCode.invalidRequest, excess);
  const line = bytes.toString();
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return rejected(undefined, rpcErrorCode.parseError, 'is not JSON');
  }
  try {
    return deserializeMessage(line);
  } catch {
    return rejected(value, rpcErrorCode.invalidRequest, 'is not a JSON-RPC 2.0 message');
  }
}

function rejected(value: unknown, code: number, reason: string): RejectedLine {
  const id = idOf(fieldsOf(value));
  const error = { code, message: `the line ${reason}` };
  return { rejection: { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error } };
}

/** Each line without its end; `undefined` instead of a line over the maximum size. */
async function* linesOf(stdin: Readable): AsyncGenerator<Buffer | undefined> {
  let chunks: Buffer[] = [];
  let length = 0;
  const takeLine = () => {
    const line = length > maxLineSize ? undefined : withoutCr(Buffer.concat(chunks));
    chunks = [];
    length = 0;
    return line;
  };
  const add = (bytes: Buffer) => {
    length += bytes.length;
    if (length > maxLineSize) chunks = [];
    else chunks.push(bytes);
  };
  for await (const chunk of stdin) {
    let rest = Buffer.from(chunk);
    for (let end = rest.indexOf(newline); end !== -1; end = rest.indexOf(newline)) {
      add(rest.subarray(0, end));
      yield takeLine();
      rest = rest.subarray(end + 1);
    }
    add(rest);
  }
}

function withoutCr(line: Buffer): Buffer {
  return line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
}
