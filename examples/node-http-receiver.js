import { createServer } from 'node:http';
import { isWebhookTest, verify, WebhookError } from 'newswatch/webhooks';

/**
 * A receiver with `node:http`. `secrets` is the signing secret, or a list of the new and the previous
 * one during a rotation. `save` must be durable and ignore an id that it already knows.
 */
export function createReceiver({ secrets, save }) {
  return createServer(async (request, response) => {
    try {
      const body = await readBody(request);
      const { event } = verify({ body, headers: request.headers, secrets });
      if (!isWebhookTest(event)) await save(event);
      response.writeHead(204).end();
    } catch (error) {
      // A 4xx is final, so every temporary problem must be a 5xx: the service then retries.
      const status = error instanceof WebhookError ? error.status : 503;
      response.writeHead(error instanceof RangeError ? 413 : status, { Connection: 'close' }).end();
    }
  });
}

async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > 1_048_576) throw new RangeError('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
