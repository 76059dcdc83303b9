import type { HonoRequest } from 'hono';
import type { Operation } from '../../../contract/operation.ts';
import { fromText } from '../../../contract/text.ts';
import { Refusal } from '../../service/refusal.ts';

/** Bytes; the longest prompt is a small part of it. */
const largestBody = 1024 * 1024;

/** Puts an operation's input together from the path, and the query string or the body. */
export async function inputOf(operation: Operation, request: HonoRequest): Promise<unknown> {
  const inPath = request.param() as Record<string, string>;
  if (operation.method === 'GET') return fromText(operation, { ...queryOf(request), ...inPath });
  const body = await bodyOf(request);
  for (const field of Object.keys(inPath)) {
    if (field in body) throw invalid(field, 'belongs into the path, not into the body');
  }
  return { ...body, ...inPath };
}

function queryOf(request: HonoRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.queries()).map(([field, values]) => {
      if (values.length > 1) throw invalid(field, 'is given more than once');
      return [field, values[0] ?? ''];
    }),
  );
}

async function bodyOf(request: HonoRequest): Promise<Record<string, unknown>> {
  const bytes = await readBody(request);
  if (bytes.length === 0) return {};
  const type = request.header('content-type') ?? '';
  if (!/^application\/([\w.+-]+\+)?json *(;|$)/i.test(type)) {
    throw new Refusal('unsupported_media_type', 'the body must be sent as application/json');
  }
  const body = parse(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('', 'the body must be a JSON object');
  }
  return body as Record<string, unknown>;
}

/** Reads no further than the limit, whatever length was announced. */
async function readBody(request: HonoRequest): Promise<Uint8Array> {
  if (Number(request.header('content-length') ?? 0) > largestBody) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.raw.body ?? []) {
    length += chunk.length;
    if (length > largestBody) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): Refusal {
  return new Refusal('payload_too_large', `the body is larger than ${largestBody} bytes`);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid('', 'the body is not valid JSON in UTF-8');
  }
}

function invalid(field: string, message: string): Refusal {
  return new Refusal('invalid_request', `${field} ${message}`.trim(), {
    issues: [{ field, message }],
  });
}
