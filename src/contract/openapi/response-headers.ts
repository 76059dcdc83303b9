import type { JsonSchema } from '../json-schema.ts';

/** The headers of responses, as components. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'Id of the request, which is also in the log of the server',
    required: true,
    schema: { type: 'string' },
    example: '5f3e1c52-8a1e-4c93-9d0e-2f1f0c7f5b11',
  },
  'Retry-After': {
    description: 'Seconds until a retry may succeed',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
  'WWW-Authenticate': {
    description: 'The authentication scheme: `Bearer` (RFC 6750)',
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
} as const satisfies Record<string, JsonSchema>;

/** References to some of the headers. */
export function headersOf(...names: readonly (keyof typeof responseHeaders)[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
