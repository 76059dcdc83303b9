import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { closing } from './closing.ts';
import { eventProblems } from './webhook-events.ts';

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A status code, or a function that writes the response. */
export type WebhookResponse =
  | number
  | ((response: ServerResponse, request: ReceivedWebhook) => void);

/**
 * A receiver that records what it gets. The test fails if it got an event that is not as the JSON
 * Schema of events says.
 *
 * @param responses one for each request; further requests get the last one (default: 204)
 */
export async function webhookReceiver(...responses: WebhookResponse[]) {
  const received: ReceivedWebhook[] = [];
  const problems: string[] = [];
  const server = createServer(async (request, response) => {
    const webhook = { headers: request.headers, body: await buffer(request) };
    received.push(webhook);
    if ('x-service-event-id' in request.headers) problems.push(...eventProblems(webhook.body));
    const next = responses[Math.min(received.length, responses.length) - 1] ?? 204;
    if (typeof next === 'number') response.writeHead(next).end();
    else next(response, webhook);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return closing({
    url: `http://127.0.0.1:${port}/hook`,
    received,
    ids: () => received.map(({ body }) => (JSON.parse(body.toString()) as { id: string }).id),
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      if (problems.length > 0) throw new Error(`undeclared events: ${problems.join('; ')}`);
    },
  });
}
