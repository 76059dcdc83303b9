import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { isNewsAlert, verify, WebhookError } from 'newswatch/webhooks';

/** A receiver with Hono. `save` must be durable and ignore an id that it already knows. */
export function createReceiver({ secret, save }) {
  const app = new Hono();
  const onError = (context) => context.body(null, 413);
  app.post('/hook', bodyLimit({ maxSize: 1_048_576, onError }), async (context) => {
    const body = new Uint8Array(await context.req.arrayBuffer());
    const { event } = verify({ body, headers: context.req.raw.headers, secrets: secret });
    if (isNewsAlert(event)) await save(event);
    return context.body(null, 204);
  });
  // A 4xx is final, so every temporary problem must be a 5xx: the service then retries.
  app.onError((error, context) =>
    context.body(null, error instanceof WebhookError ? error.status : 503),
  );
  return app;
}
