import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';
import { openApiDocument } from '../../src/contract/openapi/openapi-document.ts';
import type { Operation } from '../../src/contract/operation.ts';

interface Responses {
  [status: string]: { $ref?: string; headers?: object; content?: object };
}

interface Document {
  paths: Record<string, Record<string, { responses: Responses }>>;
  components: { responses: Responses; headers: Record<string, { required?: boolean }> };
}

export const openApi = JSON.parse(JSON.stringify(openApiDocument('1.1.1'))) as Document;

const ajv = formats(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema({ ...openApi, $id: 'openapi' });

/** A validator of a schema of the OpenAPI document. */
function openApiValidator(pointer: string): ValidateFunction {
  return ajv.getSchema(`openapi#${pointer}`) ?? ajv.compile({ $ref: `openapi#${pointer}` });
}

/** The statuses that the OpenAPI document declares for an operation. */
export function declaredStatuses(operation: Operation): number[] {
  return Object.keys(responsesOf(operation)).map(Number);
}

/** Expects that a response is as the OpenAPI document declares it for the operation. */
export async function expectDeclared(operation: Operation, response: Response): Promise<void> {
  const { status, headers } = response;
  const body = await response.text();
  const label = `${operation.name}: ${status} ${body}`;
  const declared = responsesOf(operation)[status];
  expect(declared, `${label} is declared`).toBeDefined();
  const name = declared?.$ref?.split('/').at(-1);
  const { headers: declaredHeaders = {} } =
    (name === undefined ? declared : openApi.components.responses[name]) ?? {};
  for (const header of Object.keys(declaredHeaders)) {
    if (!openApi.components.headers[header]?.required) continue;
    expect(headers.get(header), `${label} has ${header}`).toBeTruthy();
  }
  const others = Object.keys(openApi.components.headers).filter(
    (header) => headers.has(header) && !(header in declaredHeaders),
  );
  expect(others, `${label} has only declared headers`).toEqual([]);
  expect(headers.get('content-type')).toMatch(/^application\/json\b/);
  const place =
    name === undefined
      ? `/paths/${escapePointer(operation.path)}/${operation.method.toLowerCase()}/responses/${status}`
      : `/components/responses/${name}`;
  const validate = openApiValidator(`${place}/content/application~1json/schema`);
  validate(JSON.parse(body));
  expect(validate.errors ?? [], label).toEqual([]);
}

function responsesOf({ path, method }: Operation): Responses {
  return openApi.paths[path]?.[method.toLowerCase()]?.responses ?? {};
}

function escapePointer(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
}
