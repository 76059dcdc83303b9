import type { Context, HonoRequest } from 'hono';
import { fieldsOf } from '../../../contract/field.ts';
import type { Operation } from '../../../contract/operation.ts';
import { parseFieldText } from '../../../contract/parse-field-text.ts';
import { ApiError } from '../../domain/api-error.ts';
import type { AppEnv } from '../shared/hono-app.ts';
import { InvalidJsonError, readJsonBody } from '../shared/request-body.ts';
import { httpLimits } from './limits.ts';

/**
 * Reads the input of an operation from the path and the query string or body. The service validates
 * it.
 *
 * @throws {ApiError} `invalid_request`, `payload_too_large` or `unsupported_media_type`
 */
export async function operationInput(operation: Operation, c: Context<AppEnv>): Promise<unknown> {
  const request = c.req;
  const pathFields: Record<string, string> = request.param();
  if (operation.method === 'GET') {
    return parseFieldText(operation, { ...queryFields(operation, request), ...pathFields });
  }
  const body = await bodyFields(c);
  for (const field of Object.keys(pathFields)) {
    if (field in body) throw invalid(field, 'must be in the path only, not in the body');
  }
  return { ...body, ...pathFields };
}

function queryFields(operation: Operation, request: HonoRequest): Record<string, string> {
  const { maxParameters } = httpLimits;
  const parameters = Object.entries(request.queries());
  if (parameters.length > maxParameters) {
    throw invalid('', `the query has more than ${maxParameters} parameters`);
  }
  const times = new Set(fieldsOf(operation).flatMap((f) => (f.kind === 'timestamp' ? f.name : [])));
  return Object.fromEntries(
    parameters.map(([field, [text = '', ...others]]) => {
      if (others.length > 0) throw invalid(field, 'is given more than once');
      return [field, times.has(field) ? withOffsetSign(text) : text];
    }),
  );
}

/** Restores the `+` of a UTC offset: in a query string, `+` that is not encoded means a space. */
function withOffsetSign(time: string): string {
  return time.replace(/ (?=\d{2}:\d{2}$)/, '+');
}

async function bodyFields(c: Context<AppEnv>): Promise<object> {
  const body = await readJsonBody(c, httpLimits).catch((error: unknown) => {
    throw error instanceof InvalidJsonError ? invalid('', error.message) : error;
  });
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('', 'the body must be a JSON object');
  }
  return body;
}

function invalid(field: string, message: string): ApiError {
  return new ApiError('invalid_request', `${field} ${message}`.trim(), {
    issues: [{ field, message }],
  });
}
