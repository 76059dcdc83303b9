import Fastify from 'fastify';
import { isWebhookTest, verify, WebhookError } from 'newswatch/webhooks';

/**
 * A receiver with Fastify. Start it with
 * `await createReceiver({ secrets, save, log }).listen({ port: 3000 })`.
 *
 * - `secrets`: the signing secret, or a list of the new and the previous one during a rotation.
 * - `save({ id, type, body })`: stores the raw body as text. It must be durable before it resolves,
 *   and ignore an id that it already knows.
 * - `log(error)`: gets why a request failed.
 */
export function createReceiver({ secrets, save, log }) {
  const app = Fastify({ bodyLimit: 1_048_576 });
  // Not the JSON parser: the signature is that of the raw bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/hook', async (request, reply) => {
    const body = request.body ?? '';
    const { event } = await verify({ body, headers: request.headers, secrets });
    const { id, type } = event;
    // Save the signed body as received, with unknown fields too. Handle it later, not here.
    if (!isWebhookTest(event)) await save({ id, type, body: body.toString() });
    return reply.code(204).send();
  });
  app.setErrorHandler((error, _request, reply) => {
    log(error);
    return reply.code(error.statusCode === 413 ? 413 : statusOf(error)).send();
  });
  return app;
}

/** A 4xx is final. For a signed event that could not be read or saved, a 5xx keeps it coming. */
function statusOf(error) {
  return error instanceof WebhookError && error.status === 401 ? 401 : 503;
}
