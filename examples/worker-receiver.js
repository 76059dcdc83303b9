import { isWebhookTest, verifyRequest, WebhookError } from 'newswatch/webhooks';

/**
 * A module worker, as on Cloudflare: `export default createReceiver({ … })`. Bun (`bun FILE`) and Deno
 * (`deno serve FILE`) serve a file with this line too.
 *
 * - `secrets`: the signing secret, or a list of the new and the previous one during a rotation.
 * - `save({ id, type, body })`: stores the raw body as text. It must be durable before it resolves,
 *   and ignore an id that it already knows.
 * - `log(error)`: gets why a request failed.
 */
export function createReceiver({ secrets, save, log }) {
  async function fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname !== '/hook') return new Response(null, { status: 404 });
    if (request.method !== 'POST') return new Response(null, { status: 405 });
    try {
      // Reads at most 1 MiB.
      const { event, text } = await verifyRequest(request, { secrets });
      const { id, type } = event;
      // Save the signed body as received, with unknown fields too. Handle it later, not here.
      if (!isWebhookTest(event)) await save({ id, type, body: text });
      return new Response(null, { status: 204 });
    } catch (error) {
      log(error);
      return new Response(null, { status: statusOf(error) });
    }
  }
  return { fetch };
}

/** A 4xx is final. For a signed event that could not be read or saved, a 5xx keeps it coming. */
function statusOf(error) {
  const isFinal = error instanceof WebhookError && [401, 413].includes(error.status);
  return isFinal ? error.status : 503;
}
