import { isHmac } from './hmac.ts';
import {
  hmacInputs,
  readSignedRequest,
  type Verified,
  type VerifyOptions,
  verifiedBy,
} from './signed-request.ts';

/**
 * Verifies that a request comes from the service and returns its event. Checks the signature first,
 * then the age of the timestamp, and only then parses the body.
 *
 * @throws {WebhookError} with a `reason`, and the `status` code to respond with; `bad_arguments` or
 *   `bad_secret` (500) for arguments of another type
 * @example
 * ```ts
 * const { event } = await verify({ body: rawBody, headers: request.headers, secrets });
 * if (event.type === 'news.alert') console.log(event.monitor_title);
 * ```
 */
export async function verify(options: VerifyOptions): Promise<Verified> {
  const request = readSignedRequest(options);
  const matches = await Promise.all(
    hmacInputs(request).map((input) => isHmac(input, request.digests)),
  );
  return verifiedBy(request, matches);
}
