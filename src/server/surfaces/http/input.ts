import type { HonoRequest } from 'hono';
import type { Operation } from '../../../contract/operation.ts';
import { parseFieldText } from '../../../contract/text.ts';
import { ApiError } from '../../domain/api-error.ts';
import { jsonBody, NotJson } from '../json-body.ts';

/** Puts an operation's input together from the path, and the query string or the body. */
export async function inputOf(operation: Operation, request: HonoRequest): Promise<unknown> {
  const inPath = request.param() as Record<string, string>;
  if (operation.method === 'GET')
    return parseFieldText(operation, { ...queryOf(request), ...inPath });
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
  const body = await jsonBody(request).catch(refuseNoJson);
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('', 'the body must be a JSON object');
  }
  return body as Record<string, unknown>;
}

function refuseNoJson(error: unknown): never {
  throw error instanceof NotJson ? invalid('', error.message) : error;
}

function invalid(field: string, message: string): ApiError {
  return new ApiError('invalid_request', `${field} ${message}`.trim(), {
    issues: [{ field, message }],
  });
}
