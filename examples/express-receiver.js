import express from 'express';
import { isWebhookTest, verify, WebhookError } from 'newswatch/webhooks';

/**
 * A receiver with Express. `secrets` is the signing secret, or a list of the new and the previous
 * one during a rotation. `save` must be durable and ignore an id that it already knows.
 */
export function createReceiver({ secrets, save }) {
  const app = express();
  // express.raw, not express.json: the signature is that of the raw bytes.
  app.post('/hook', express.raw({ type: () => true, limit: '1mb' }), async (request, response) => {
    const { event } = verify({ body: request.body, headers: request.headers, secrets });
    if (!isWebhookTest(event)) await save(event);
    response.sendStatus(204);
  });
  app.use((error, _request, response, _next) => {
    // A 4xx is final, so every temporary problem must be a 5xx: the service then retries.
    const isFinal = error instanceof WebhookError || error.type === 'entity.too.large';
    response.sendStatus(isFinal ? error.status : 503);
  });
  return app;
}
