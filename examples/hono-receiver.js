import { Hono } from 'hono';
import { isWebhookTest, verifyRequest, WebhookError } from 'newswatch/webhooks';

/**
 * A receiver with Hono, or any framework with web requests. Start it with `serve` of `@hono/node-server`:
 * `serve({ fetch: createReceiver({ secrets, save, log }).fetch, port: 3000 })`.
 *
 * - `secrets`: the signing secret, or a list of the new and the previous one during a rotation.
 * - `save({ id, type, body })`: stores the raw body as text. It must be durable before it resolves,
 *   and ignore an id that it already knows.
 * - `log(error)`: gets why a request failed.
 */
export function createReceiver({ secrets, save, log }) {
  const app = new Hono();
  app.post('/hook', async (context) => {
    // Reads at most 1 MiB.
    const { event, text } = await verifyRequest(context.req.raw, { secrets });
    const { id, type } = event;
    // Save the signed body as received, with unknown fields too. Handle it later, not here.
    if (!isWebhookTest(event)) await save({ id, type, body: text });
    return context.body(null, 204);
  });
  app.onError((error, context) => {
    log(error);
    return context.body(null, statusOf(error));
  });
  return app;
}

/** A 4xx is final. For a signed event that could not be read or saved, a 5xx keeps it coming. */
function statusOf(error) {
  const isFinal = error instanceof WebhookError && [401, 413].includes(error.status);
  return isFinal ? error.status : 503;
}
