import { typeName } from '../contract/type-name.ts';
import { webhookHeader } from '../contract/webhook-request.ts';
import { hexText } from './bytes.ts';
import { hmac } from './hmac.ts';
import { checkBody, type RawBody } from './raw-body.ts';
import { checkSecret } from './secret.ts';
import { WebhookError } from './webhook-error.ts';

/**
 * Signs one webhook request (docs/service.md §8.3).
 *
 * @param timestamp the exact value of the `X-Service-Timestamp` header
 * @param body the exact bytes of the request body
 * @returns `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`
 * @throws {WebhookError} `bad_secret`, or `bad_arguments` for a body or a timestamp of another type
 */
export async function sign(secret: string, timestamp: string, body: RawBody): Promise<string> {
  const key = checkSecret(secret);
  if (typeof timestamp !== 'string') {
    const message = `timestamp is ${typeName(timestamp)}: pass the text of the header ${webhookHeader.timestamp}`;
    throw new WebhookError('bad_arguments', message);
  }
  const digest = await hmac({ key, prefix: `${timestamp}.`, body: checkBody(body) });
  return `v1=${hexText(digest)}`;
}
