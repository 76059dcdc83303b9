import express from 'express';
import { isNewsAlert, verify, WebhookError } from 'newswatch/webhooks';

/** A receiver on Express. `save` must be durable, and know an id that it has already. */
export function createReceiver({ secret, save }) {
  const app = express();
  // express.raw, not express.json: the signature is over the bytes as they came.
  app.post('/hook', express.raw({ type: () => true, limit: '1mb' }), async (request, response) => {
    const { event } = verify({ body: request.body, headers: request.headers, secrets: secret });
    if (isNewsAlert(event)) await save(event);
    response.sendStatus(204);
  });
  app.use((error, _request, response, _next) => {
    const known = error instanceof WebhookError || error.type === 'entity.too.large';
    response.sendStatus(known ? error.status : 503);
  });
  return app;
}
