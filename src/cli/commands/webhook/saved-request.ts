import { type JsonBounds, jsonExcess } from '../../../node/json-bounds.ts';
import { Failure } from '../../errors/failure.ts';

/** A webhook request that was saved to a file. */
export interface SavedRequest {
  /** The values by lowercase name. */
  headers: Record<string, string>;
  body: Uint8Array;
}

/**
 * Parses a saved request: raw HTTP (request line, headers, empty line, body), or a JSON object
 * `{ headers, body }`, with `isBase64Encoded` as in AWS Lambda events.
 */
export function parseSavedRequest(bytes: Buffer): SavedRequest {
  return /^\s*\{/.test(bytes.subarray(0, 100).toString())
    ? parseJsonRequest(bytes)
    : parseRawHttp(bytes);
}

/** Events of serverless platforms have a few hundred values. */
const bounds: JsonBounds = { maxDepth: 100, maxValues: 10_000 };

function parseJsonRequest(bytes: Buffer): SavedRequest {
  const excess = jsonExcess(bytes, bounds);
  if (excess !== undefined) throw invalid(excess);
  let saved: unknown;
  try {
    saved = JSON.parse(bytes.toString());
  } catch {
    throw invalid('is not valid JSON');
  }
  const { headers, body, isBase64Encoded } = saved as Record<string, unknown>;
  if (typeof headers !== 'object' || headers === null || typeof body !== 'string') {
    throw invalid('needs headers (an object) and body (a string with the raw text)');
  }
  const entries = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    String(value),
  ]);
  return {
    headers: Object.fromEntries(entries) as Record<string, string>,
    body: Buffer.from(body, isBase64Encoded === true ? 'base64' : 'utf8'),
  };
}

function parseRawHttp(bytes: Buffer): SavedRequest {
  const text = bytes.toString('latin1');
  const separator = /\r?\n\r?\n/.exec(text);
  if (!separator) throw invalid('has no empty line between its headers and its body');
  const lines = text.slice(0, separator.index).split(/\r?\n/);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name, rest] = /^([\w-]+):(.*)$/.exec(line) ?? [];
    if (name === undefined || rest === undefined) continue;
    const key = name.toLowerCase();
    const value = rest.trim();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  const body = bytes.subarray(separator.index + separator[0].length);
  const isChunked = /chunked/i.test(headers['transfer-encoding'] ?? '');
  return { headers, body: isChunked ? decodeChunks(body) : body };
}

/** Decodes a chunked body (RFC 9112, section 7.1). */
function decodeChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let offset = 0;
  for (;;) {
    const lineEnd = body.indexOf('\r\n', offset);
    const size = /^[0-9a-f]{1,8}/i.exec(
      body.toString('latin1', offset, Math.max(offset, lineEnd)),
    )?.[0];
    if (size === undefined) throw invalid('has an invalid chunked body');
    const start = lineEnd + 2;
    const end = start + Number.parseInt(size, 16);
    if (end === start) return Buffer.concat(chunks);
    chunks.push(body.subarray(start, end));
    offset = end + 2;
  }
}

function invalid(why: string) {
  return new Failure('bad_request_file', `the saved request ${why}`);
}
