import { createServer } from 'node:http';
import { isWebhookTest, verify, WebhookError } from 'newswatch/webhooks';

/**
 * A receiver with `node:http`. Start it with `createReceiver({ secrets, save, log }).listen(3000)`.
 *
 * - `secrets`: the signing secret, or a list of the new and the previous one during a rotation.
 * - `save({ id, type, body })`: stores the raw body as text. It must be durable before it resolves,
 *   and ignore an id that it already knows.
 * - `log(error)`: gets why a request failed.
 */
export function createReceiver({ secrets, save, log }) {
  return createServer(async (request, response) => {
    try {
      const body = await readBody(request);
      const { event } = await verify({ body, headers: request.headers, secrets });
      const { id, type } = event;
      // Save the signed body as received, with unknown fields too. Handle it later, not here.
      if (!isWebhookTest(event)) await save({ id, type, body: body.toString() });
      response.writeHead(204).end();
    } catch (error) {
      log(error);
      response.writeHead(statusOf(error), { Connection: 'close' }).end();
    }
  });
}

/** Copies the chunks into one buffer: a sender may make each byte a chunk, and objects need memory. */
async function readBody(request) {
  let bytes = Buffer.alloc(0);
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const end = length + chunk.length;
    if (end > 1_048_576) throw new RangeError('the body is too large');
    if (end > bytes.length) bytes = Buffer.concat([bytes], Math.max(end, 2 * bytes.length));
    bytes.set(chunk, length);
    length = end;
  }
  return bytes.subarray(0, length);
}

/** A 4xx is final. For a signed event that could not be read or saved, a 5xx keeps it coming. */
function statusOf(error) {
  if (error instanceof RangeError) return 413;
  return error instanceof WebhookError && error.status === 401 ? 401 : 503;
}
