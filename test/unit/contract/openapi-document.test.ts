import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../src/contract/openapi/openapi-document.ts';
import { operationList, operations } from '../../../src/contract/operations.ts';

interface Described {
  operationId: string;
  requestBody?: { content: { 'application/json': { schema: { $ref: string } } } };
  parameters?: { name: string; in: string; schema: object }[];
  responses: Record<string, object>;
}

interface Document {
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, { post: Described }>;
  tags: { name: string; description: string }[];
  components: { schemas: Record<string, { properties: object }>; headers: object };
}

const document: Document = JSON.parse(JSON.stringify(openApiDocument('1.1.1')));
const { paths, components, webhooks } = document;
const schemaOf = ({ $ref }: { $ref: string }) => components.schemas[$ref.split('/').at(-1) ?? ''];

const ref = (place: string) => ({ $ref: `#/components/${place}` });
const commonErrors = {
  400: ref('responses/BadRequest'),
  401: ref('responses/Unauthorized'),
  408: ref('responses/RequestTimeout'),
  413: ref('responses/PayloadTooLarge'),
  429: ref('responses/RateLimited'),
  431: ref('responses/HeadersTooLarge'),
  500: ref('responses/Internal'),
  503: ref('responses/Unavailable'),
};

describe('the OpenAPI document', () => {
  it('has every operation with all its fields', () => {
    for (const operation of operationList) {
      const described = paths[operation.path]?.[operation.method.toLowerCase()];
      expect(described?.operationId).toBe(operation.name);
      const body = described?.requestBody?.content['application/json'].schema;
      const inBody = (body && schemaOf(body)?.properties) ?? {};
      const inAddress = described?.parameters?.map(({ name }) => name) ?? [];
      expect([...inAddress, ...Object.keys(inBody)].sort()).toEqual(
        Object.keys(operation.input.def.shape).sort(),
      );
    }
  });

  it('has a schema with a name for every resource', () => {
    const names = Object.keys(components.schemas);
    for (const name of [
      ...['Account', 'Alert', 'Briefing', 'Channel', 'Error', 'Issue', 'Monitor', 'NewsAlert'],
      ...['NewsItem', 'PlanRequired', 'Profile', 'Run', 'RunResult', 'WebhookDelivery'],
      ...['WebhookTest', 'NewsSearchBody', 'NewsSearchResponse'],
    ]) {
      expect(names).toContain(name);
    }
  });

  it('describes every object of a body or a response by a named schema only', () => {
    const inline = findInlineObjects({ paths, webhooks, responses: components });
    expect(inline).toEqual([]);
  });

  it('describes the fields of a GET request as parameters', () => {
    const described = paths['/api/v1/monitors/{id}/runs']?.['get'];
    expect(described).toMatchObject({
      operationId: 'monitors.runs',
      summary: operations.monitors.runs.summary,
      tags: ['monitors'],
      description: expect.stringContaining('newswatch extension'),
      'x-documented': false,
      parameters: [
        { name: 'id', in: 'path', required: true, example: 'mon_3f9a' },
        {
          name: 'limit',
          in: 'query',
          required: false,
          schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        },
        { name: 'cursor', in: 'query', required: false },
      ],
    });
    expect(described?.responses).toEqual({
      200: expect.objectContaining({
        content: {
          'application/json': {
            schema: ref('schemas/MonitorsRunsResponse'),
            example: expect.objectContaining({ runs: [expect.anything()] }),
          },
        },
      }),
      ...commonErrors,
      402: ref('responses/PlanRequired'),
      404: ref('responses/NotFound'),
    });
  });

  it('describes the fields of a POST request as its body', () => {
    const described = paths['/api/v1/news/search']?.['post'];
    expect(described).toMatchObject({ operationId: 'news.search', 'x-documented': true });
    expect(described).not.toHaveProperty('parameters');
    expect(described?.requestBody).toMatchObject({
      required: true,
      content: {
        'application/json': {
          schema: ref('schemas/NewsSearchBody'),
          example: { query: 'cocoa quotas' },
        },
      },
    });
    expect(components.schemas['NewsSearchBody']).toMatchObject({
      type: 'object',
      properties: {
        query: { type: 'string' },
        limit: { type: ['integer', 'null'], description: expect.stringContaining('(default: 20)') },
      },
      required: ['query'],
      additionalProperties: false,
    });
  });

  it('has no body for an operation whose fields are all in its path', () => {
    const described = paths['/api/v1/monitors/{id}/run']?.['post'];
    expect(described?.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }]);
    expect(described).not.toHaveProperty('requestBody');
  });

  it('refers to a resource that is a whole response', () => {
    expect(paths['/api/v1/monitors/{id}/run']?.['post']?.responses[200]).toMatchObject({
      content: { 'application/json': { schema: ref('schemas/Run') } },
    });
  });

  it('keeps all methods of a path', () => {
    expect(Object.keys(paths['/api/v1/monitors'] ?? {}).sort()).toEqual(['get', 'post']);
  });

  it('gives operations their own errors', () => {
    const usage = paths['/api/v1/usage']?.['get']?.responses;
    expect(usage).toEqual({ 200: expect.anything(), ...commonErrors });
    const connect = Object.keys(paths['/api/v1/delivery/connect']?.['post']?.responses ?? {});
    expect(connect).toEqual(expect.arrayContaining(['403', '404', '409', '413', '415']));
  });

  it('describes errors, headers and authentication', () => {
    const error = (schema: string) => ({
      headers: { 'X-Request-Id': ref('headers/X-Request-Id') },
      content: { 'application/json': { schema: ref(`schemas/${schema}`) } },
    });
    expect(document).toMatchObject({
      openapi: '3.1.1',
      info: { version: '1.1.1', license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/' }, { url: '{base_url}' }],
      security: [{ apiKey: [] }],
      components: {
        securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
        schemas: {
          Error: { required: ['error', 'message'] },
          PlanRequired: { required: ['error', 'message', 'url'], additionalProperties: false },
        },
        responses: {
          BadRequest: error('Error'),
          PlanRequired: error('PlanRequired'),
          RateLimited: { headers: { 'Retry-After': ref('headers/Retry-After') } },
          Unavailable: { headers: { 'Retry-After': ref('headers/Retry-After') } },
        },
      },
    });
  });

  it('has both events with their headers', () => {
    expect(Object.keys(webhooks)).toEqual(['news.alert', 'webhook.test']);
    for (const [type, schema] of [
      ['news.alert', 'NewsAlert'],
      ['webhook.test', 'WebhookTest'],
    ] as const) {
      expect(webhooks[type]?.post).toMatchObject({
        security: [],
        parameters: [
          { name: 'X-Service-Signature', in: 'header', required: true },
          { name: 'X-Service-Timestamp', in: 'header', required: true },
          { name: 'X-Service-Event-Id', in: 'header', required: true },
        ],
        requestBody: {
          content: { 'application/json': { schema: ref(`schemas/${schema}`), example: { type } } },
        },
      });
    }
  });

  it('has a tag for every group and for events', () => {
    expect(document.tags.map(({ name }) => name)).toEqual([...Object.keys(operations), 'events']);
    expect(document.tags.every(({ description }) => description !== '')).toBe(true);
  });
});

/** The pointers to the schemas of media types that are not references. */
function findInlineObjects(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    if (key === 'application/json') return '$ref' in child.schema ? [] : [pointer];
    return findInlineObjects(child, `${pointer}/${key}`);
  });
}
