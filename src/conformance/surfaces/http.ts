import { buildRequest } from '../../client/request.ts';
import { responseBounds } from '../../client/response-bounds.ts';
import { jsonExcess } from '../../node/json-bounds.ts';
import { Violation } from '../violation.ts';
import type { HttpClient } from './http-client.ts';
import type { Surface } from './surface.ts';

/** Calls the HTTP endpoints of the operations. */
export function httpSurface(client: HttpClient, key: string): Surface {
  return {
    async call(operation, input) {
      const request = buildRequest(operation, input);
      const headers = { authorization: `Bearer ${key}` };
      const { status, text } = await client.send({ ...request, headers });
      return { isError: status >= 400, body: parseJson(text, `${operation.name} (${status})`) };
    },
    close: async () => {},
  };
}

/** @throws {Violation} if the text is not JSON, or has too many levels or values */
export function parseJson(text: string, what: string): unknown {
  const excess = jsonExcess(text, responseBounds);
  if (excess !== undefined) throw new Violation(`the response to ${what} ${excess}`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Violation(`the response to ${what} is not JSON`);
  }
}
