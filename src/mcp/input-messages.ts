import type { Readable } from 'node:stream';
import { deserializeMessage, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { jsonShape } from '../contract/json-shape.ts';
import { fieldsOf, idOf, rpcErrorCode } from './json-rpc-error.ts';

/** A line that is not a JSON-RPC message, with the response to it. */
export interface RejectedLine {
  readonly rejection: JSONRPCMessage;
}

/** Maximum size of a line, in bytes. */
const maxLineSize = 16_777_216;

/** Maximum depth of the JSON in a line. */
const maxDepth = 256;

const newline = 0x0a;

/** The JSON-RPC messages in a stream, one on each line. Empty lines are skipped. */
export async function* inputMessages(
  stdin: Readable,
): AsyncGenerator<JSONRPCMessage | RejectedLine> {
  for await (const line of linesOf(stdin)) {
    if (line === undefined) {
      yield rejected(undefined, rpcErrorCode.invalidRequest, `larger than ${maxLineSize} bytes`);
    } else if (line.trim() !== '') {
      yield messageIn(line);
    }
  }
}

function messageIn(line: string): JSONRPCMessage | RejectedLine {
  if (jsonShape(line).depth > maxDepth) {
    return rejected(undefined, rpcErrorCode.invalidRequest, 'nested too deeply');
  }
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return rejected(undefined, rpcErrorCode.parseError, 'not JSON');
  }
  try {
    return deserializeMessage(line);
  } catch {
    return rejected(value, rpcErrorCode.invalidRequest, 'not a JSON-RPC 2.0 message');
  }
}

function rejected(value: unknown, code: number, reason: string): RejectedLine {
  const id = idOf(fieldsOf(value));
  const error = { code, message: `the line is ${reason}` };
  return { rejection: { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error } };
}

/** Each line without its end; `undefined` instead of a line over the maximum size. */
async function* linesOf(stdin: Readable): AsyncGenerator<string | undefined> {
  let chunks: Buffer[] = [];
  let length = 0;
  const takeLine = () => {
    const line = length > maxLineSize ? undefined : Buffer.concat(chunks).toString();
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
