import { expect, it } from 'vitest';
import { operationList } from '../../src/contract/operations.ts';
import { expectDeclared } from '../helpers/openapi.ts';
import { rawConnection, readResponse } from '../helpers/raw-request.ts';
import { testServer } from '../helpers/server.ts';

it('responds with 408 as declared to every operation whose request does not end', async () => {
  const server = await testServer();
  const { host } = new URL(server.baseUrl);
  await Promise.all(
    operationList.map(async (operation) => {
      const socket = await rawConnection(server);
      socket.write(`${operation.method} ${operation.path} HTTP/1.1\r\nHost: ${host}\r\n`);
      const { status, headers, body } = await readResponse(socket);
      expect(status).toBe(408);
      await expectDeclared(operation, new Response(body, { status, headers }));
    }),
  );
});
