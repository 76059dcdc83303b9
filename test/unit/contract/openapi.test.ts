import { describe, expect, it } from 'vitest';
import { jsonSchemaOf } from '../../../src/contract/json-schema.ts';
import { openApiDocument } from '../../../src/contract/openapi.ts';
import { operationList, operations } from '../../../src/contract/operations.ts';

interface Described {
  operationId: string;
  requestBody?: { content: { 'application/json': { schema: { properties: object } } } };
  parameters?: { name: string; in: string }[];
  responses: object;
}

const document = () => openApiDocument({ version: '1.1.1' });
const paths = () => document()['paths'] as Record<string, Record<string, Described>>;

const idSchema = {
  type: 'string',
  maxLength: 200,
  allOf: [{ pattern: '\\S' }, { pattern: '^[^\\0\\p{Cs}]*$' }, { pattern: '^(?!\\.{1,2}$)' }],
};

const error = (code: string) => ({ $ref: `#/components/responses/${code}` });
const commonErrors = {
  400: error('invalid_request'),
  401: error('unauthorized'),
  429: error('rate_limited'),
  500: error('internal'),
  503: error('unavailable'),
};

describe('the OpenAPI document', () => {
  it('has every operation with all its fields', () => {
    const all = paths();
    for (const operation of operationList) {
      const described = all[operation.path]?.[operation.method.toLowerCase()];
      expect(described?.operationId).toBe(operation.name);
      const inBody = described?.requestBody?.content['application/json'].schema.properties ?? {};
      const inAddress = described?.parameters?.map(({ name }) => name) ?? [];
      expect([...inAddress, ...Object.keys(inBody)].sort()).toEqual(
        Object.keys(operation.input.def.shape).sort(),
      );
    }
  });

  it('describes the fields of a GET request as parameters', () => {
    expect(paths()['/api/v1/monitors/{id}/runs']?.['get']).toEqual({
      operationId: 'monitors.runs',
      summary: operations.monitors.runs.summary,
      tags: ['monitors'],
      description: 'newswatch extension, not part of the documented API',
      'x-documented': false,
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'id of the monitor',
          schema: idSchema,
        },
        {
          name: 'limit',
          in: 'query',
          required: false,
          description: 'maximum number of items to return, 1 to 100',
          schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        },
        {
          name: 'cursor',
          in: 'query',
          required: false,
          description:
            'next_cursor of the previous page; repeat its parameters, only limit may differ',
          schema: { type: 'string', minLength: 1, maxLength: 2000 },
        },
      ],
      responses: {
        200: {
          description: 'Success',
          content: {
            'application/json': { schema: jsonSchemaOf(operations.monitors.runs.output) },
          },
        },
        ...commonErrors,
        402: error('plan_required'),
        404: error('not_found'),
      },
    });
  });

  it('describes the fields of a POST request as its body', () => {
    const described = paths()['/api/v1/news/search']?.['post'];
    expect(described).toMatchObject({ operationId: 'news.search', 'x-documented': true });
    expect(described).not.toHaveProperty('description');
    expect(described).not.toHaveProperty('parameters');
    expect(described?.requestBody).toMatchObject({
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { query: { type: 'string' }, limit: { type: ['integer', 'null'] } },
            required: ['query'],
            additionalProperties: false,
          },
        },
      },
    });
  });

  it('has no body for an operation whose fields are all in its path', () => {
    const described = paths()['/api/v1/monitors/{id}/run']?.['post'];
    expect(described?.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }]);
    expect(described).not.toHaveProperty('requestBody');
  });

  it('keeps all methods of a path', () => {
    expect(Object.keys(paths()['/api/v1/monitors'] ?? {}).sort()).toEqual(['get', 'post']);
  });

  it('gives operations their own errors', () => {
    const described = paths()['/api/v1/usage']?.['get'];
    expect(described).toMatchObject({ tags: ['usage'] });
    expect(described?.responses).toEqual({ 200: expect.anything(), ...commonErrors });
  });

  it('describes errors and authentication', () => {
    const response = (code: string, schema: string) => ({
      description: `\`error\` is \`${code}\``,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
    });
    expect(document()).toMatchObject({
      openapi: '3.1.1',
      info: { version: '1.1.1', license: { name: 'MIT', identifier: 'MIT' } },
      servers: [
        {
          url: '{base_url}',
          description: 'The origin of the service',
          variables: { base_url: { default: 'http://127.0.0.1:8787' } },
        },
      ],
      security: [{ apiKey: [] }],
      components: {
        securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
        schemas: {
          Error: { required: ['error', 'message'], additionalProperties: {} },
          PlanRequired: { required: ['error', 'message', 'url'], additionalProperties: false },
        },
        responses: {
          invalid_request: response('invalid_request', 'Error'),
          plan_required: response('plan_required', 'PlanRequired'),
        },
      },
    });
  });

  it('has a tag for every group, and no other', () => {
    const { tags } = document() as { tags?: { name: string; description: string }[] };
    expect(tags?.map(({ name }) => name)).toEqual(Object.keys(operations));
    expect(tags?.every(({ description }) => description !== '')).toBe(true);
  });

  it('names the server if its address is known', () => {
    const serverUrl = 'https://news.example.org';
    expect(openApiDocument({ version: '1.1.1', serverUrl })['servers']).toEqual([
      { url: serverUrl },
    ]);
  });
});
