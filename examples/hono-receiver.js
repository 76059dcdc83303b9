import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { isWebhookTest, verify, WebhookError } from 'newswatch/webhooks';

/**
 * A receiver with Hono. `secrets` is the signing secret, or a list of the new and the previous
 * one during a rotation. `save` must be durable and ignore an id that it already knows.
 */
export function createReceiver({ secrets, save }) {
  const app = new Hono();
  const onError = (context) => context.body(null, 413);
  app.post('/hook', bodyLimit({ maxSize: 1_048_576, onError }), async (context) => {
    const body = new Uint8Array(await context.req.arrayBuffer());
    const { event } = verify({ body, headers: context.req.raw.headers, secrets });
    if (!isWebhookTest(event)) await save(event);
    return context.body(null, 204);
  });
  // A 4xx is final, so every temporary problem must be a 5xx: the service then retries.
  app.onError((error, context) =>
    context.body(null, error instanceof WebhookError ? error.status : 503),
  );
  return app;
}
