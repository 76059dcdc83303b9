import { buildRequest } from '../../client/request.ts';
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

/** @throws {Violation} if the text is not JSON */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Violation(`the response to ${what} is not JSON`);
  }
}
