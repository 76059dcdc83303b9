import { expect, it } from 'vitest';
import { postRpc, toolCall } from '../../../helpers/json-rpc.ts';
import { paidKey, testServer } from '../../../helpers/server.ts';

const headers = { authorization: `Bearer ${paidKey}` };

it('serves the same responses with the globals replaced', async () => {
  const { Request, Response } = globalThis;
  const responses = async ({ baseUrl }: { baseUrl: string }) => {
    const search = await fetch(`${baseUrl}/api/v1/news/search`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'crane operators Valparaíso' }),
    });
    const unknown = await fetch(`${baseUrl}/api/v1/news/nothing`, { headers });
    const page = await fetch(`${baseUrl}/sign-in`, { headers: { accept: 'text/html' } });
    const call = await postRpc(`${baseUrl}/mcp`, toolCall('news.latest', { limit: 1 }), headers);
    return [
      { status: search.status, body: await search.json(), headers: headersOf(search) },
      { status: unknown.status, body: await unknown.json(), headers: headersOf(unknown) },
      { status: page.status, body: await page.text(), headers: headersOf(page) },
      { status: call.status, body: call.body, headers: headersOf(call) },
    ];
  };
  const expected = await responses(await testServer());
  expect({ Request: globalThis.Request, Response: globalThis.Response }).toEqual({
    Request,
    Response,
  });
  expect(await responses(await testServer({ overrideGlobals: true }))).toEqual(expected);
  expect(globalThis.Response).not.toBe(Response);
});

/** The headers of a response, those aside that differ each time. */
function headersOf({ headers }: { headers: Headers }): Record<string, string> {
  const { date, 'x-request-id': id, ...rest } = Object.fromEntries(headers);
  expect([date, id]).toEqual([expect.any(String), expect.any(String)]);
  return rest;
}
