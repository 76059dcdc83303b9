import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { closing } from './server.ts';

export interface Received {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

type Answer = number | ((response: ServerResponse, request: Received) => void);

/** A receiver that keeps what it is sent and answers by turns; the last answer stays. */
export async function webhookReceiver(...answers: Answer[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const each = { headers: request.headers, body: await buffer(request) };
    received.push(each);
    const answer = answers[Math.min(received.length, answers.length) - 1] ?? 204;
    if (typeof answer === 'number') response.writeHead(answer).end();
    else answer(response, each);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return closing({
    url: `http://127.0.0.1:${port}/hook`,
    received,
    ids: () => received.map(({ body }) => (JSON.parse(body.toString()) as { id: string }).id),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
