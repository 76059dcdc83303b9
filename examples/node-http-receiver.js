import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isNewsAlert, verify, WebhookError } from 'newswatch/webhooks';

/** A receiver on Node's own http. `save` must be durable, and know an id that it has already. */
export function createReceiver({ secret, save }) {
  return createServer(async (request, response) => {
    try {
      if (Number(request.headers['content-length'] ?? 0) > 1_048_576) throw new RangeError();
      const body = await buffer(request);
      const { event } = verify({ body, headers: request.headers, secrets: secret });
      if (isNewsAlert(event)) await save(event);
      response.writeHead(204).end();
    } catch (error) {
      // Only a 4xx is final: whatever may pass must be a 5xx, after which the service tries again.
      const status = error instanceof WebhookError ? error.status : 503;
      response.writeHead(error instanceof RangeError ? 413 : status, { Connection: 'close' }).end();
    }
  });
}
