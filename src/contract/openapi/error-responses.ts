import { type ErrorCode, errorStatus } from '../error-status.ts';
import { errorBodySchema, planRequiredSchema } from '../errors.ts';
import { errorExamples } from '../examples/error-examples.ts';
import { expectedErrors } from '../expected-errors.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Operation } from '../operation.ts';
import type { SchemaDefinitions } from '../schema-definitions.ts';
import { headersOf, type responseHeaders } from './response-headers.ts';

interface ErrorResponse {
  /** Name of the component. */
  name: string;
  codes: readonly ErrorCode[];
  description: string;
  header?: keyof typeof responseHeaders;
}

/** The responses with errors by status, see docs/service.md §9. */
const errorResponses: ReadonlyMap<number, ErrorResponse> = new Map(
  Object.entries({
    400: {
      name: 'BadRequest',
      codes: ['invalid_request', 'rejected_destination'],
      description: 'The request is not valid, or names an address that must not be contacted',
    },
    401: {
      name: 'Unauthorized',
      codes: ['unauthorized'],
      description: 'The API key is missing, unknown, expired or revoked',
      header: 'WWW-Authenticate',
    },
    402: {
      name: 'PlanRequired',
      codes: ['plan_required'],
      description: 'The account has no paid plan; show `url` to its user',
    },
    403: {
      name: 'Forbidden',
      codes: ['forbidden'],
      description: 'The account may see the monitor, but lacks the permission of its team',
    },
    404: {
      name: 'NotFound',
      codes: ['not_found'],
      description: 'The account has no such resource, or there is none',
    },
    408: {
      name: 'RequestTimeout',
      codes: ['invalid_request'],
      description: 'The request did not arrive in time',
    },
    409: {
      name: 'Conflict',
      codes: ['conflict'],
      description: 'The state of the resource does not permit the change',
    },
    413: {
      name: 'PayloadTooLarge',
      codes: ['payload_too_large'],
      description: 'The body is too large',
    },
    415: {
      name: 'UnsupportedMediaType',
      codes: ['unsupported_media_type'],
      description: 'The body is not sent as `application/json`',
    },
    429: {
      name: 'RateLimited',
      codes: ['rate_limited'],
      description: 'Too many requests; retry after the time in `Retry-After`',
      header: 'Retry-After',
    },
    431: {
      name: 'HeadersTooLarge',
      codes: ['invalid_request'],
      description: 'The headers of the request are too large',
    },
    500: {
      name: 'Internal',
      codes: ['internal'],
      description: 'The request failed; the log of the server says why',
    },
    503: {
      name: 'Unavailable',
      codes: ['unavailable'],
      description: 'The service cannot handle the request now; retry after `Retry-After`',
      header: 'Retry-After',
    },
  } satisfies Record<string, ErrorResponse>).map(([status, response]) => [
    Number(status),
    response,
  ]),
);

/** Statuses of requests that are not well-formed HTTP, or too slow. */
const malformedStatuses = [408, 413, 431];

/** The statuses of the errors that an operation can have. */
function errorStatuses(operation: Operation): number[] {
  const statuses = expectedErrors(operation).map((code) => errorStatus[code]);
  return [...new Set([...statuses, ...malformedStatuses])].sort((a, b) => a - b);
}

/** References to the error responses of an operation, by status. */
export function errorReferences(operation: Operation): Record<string, JsonSchema> {
  return Object.fromEntries(
    errorStatuses(operation).map((status) => [
      status,
      { $ref: `#/components/responses/${errorResponses.get(status)?.name}` },
    ]),
  );
}

export function errorResponseComponents(schemas: SchemaDefinitions): Record<string, JsonSchema> {
  const entries = [...errorResponses.values()].map(({ name, codes, description, header }) => {
    const isPlanRequired = codes.includes('plan_required');
    const schema = schemas.schemaOf(isPlanRequired ? planRequiredSchema() : errorBodySchema());
    const examples = codes.map((code) => [code, { value: errorExamples[code] }]);
    return [
      name,
      {
        description: `${description}. \`error\` is ${codes.map((code) => `\`${code}\``).join(' or ')}`,
        headers: headersOf('X-Request-Id', ...(header ? [header] : [])),
        content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
      },
    ];
  });
  return Object.fromEntries(entries);
}
