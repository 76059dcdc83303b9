import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { isNewsAlert, verify, WebhookError } from 'newswatch/webhooks';

/** A receiver on Hono. `save` must be durable, and know an id that it has already. */
export function createReceiver({ secret, save }) {
  const app = new Hono();
  const tooLarge = (context) => context.body(null, 413);
  app.post('/hook', bodyLimit({ maxSize: 1_048_576, onError: tooLarge }), async (context) => {
    const body = new Uint8Array(await context.req.arrayBuffer());
    const { event } = verify({ body, headers: context.req.raw.headers, secrets: secret });
    if (isNewsAlert(event)) await save(event);
    return context.body(null, 204);
  });
  app.onError((error, context) =>
    context.body(null, error instanceof WebhookError ? error.status : 503),
  );
  return app;
}
