import express from 'express';
import { isWebhookTest, verify, WebhookError } from 'newswatch/webhooks';

/**
 * A receiver with Express. Start it with `createReceiver({ secrets, save, log }).listen(3000)`.
 *
 * - `secrets`: the signing secret, or a list of the new and the previous one during a rotation.
 * - `save({ id, type, body })`: stores the raw body as text. It must be durable before it resolves,
 *   and ignore an id that it already knows.
 * - `log(error)`: gets why a request failed.
 */
export function createReceiver({ secrets, save, log }) {
  const app = express();
  // express.raw, not express.json: the signature is that of the raw bytes.
  app.post('/hook', express.raw({ type: () => true, limit: '1mb' }), async (request, response) => {
    const body = request.body ?? '';
    const { event } = await verify({ body, headers: request.headers, secrets });
    const { id, type } = event;
    // Save the signed body as received, with unknown fields too. Handle it later, not here.
    if (!isWebhookTest(event)) await save({ id, type, body: body.toString() });
    response.sendStatus(204);
  });
  app.use((error, _request, response, _next) => {
    log(error);
    response.sendStatus(error.type === 'entity.too.large' ? 413 : statusOf(error));
  });
  return app;
}

/** A 4xx is final. For a signed event that could not be read or saved, a 5xx keeps it coming. */
function statusOf(error) {
  return error instanceof WebhookError && error.status === 401 ? 401 : 503;
}
