import type { ServiceResponse } from '../../client/raw-client.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { shorten } from '../../contract/shorten.ts';
import { serviceErrors } from './explanations/service-errors.ts';

/** A response with an error status. `text` is valid JSON. */
export interface FailedResponse
  extends Pick<ServiceResponse, 'status' | 'text'>,
    Partial<Pick<ServiceResponse, 'requestId' | 'retryAfter'>> {}

/** In characters; the whole message is in the response. */
const maxMessageLength = 500;

/**
 * Describes an error response for humans and logs: what failed, the way out, and the request id.
 *
 * @param redact conceals secrets, also those that would be cut off
 */
export function describeErrorResponse(
  response: FailedResponse,
  redact: (text: string) => string,
): string[] {
  const { status, text, requestId } = response;
  const oneLine = (part: string) => shorten(redact(part).replace(/\s+/g, ' '), maxMessageLength);
  const { error, message, url } = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  const code = typeof error === 'string' ? oneLine(error) : `status ${status}`;
  return [
    typeof message === 'string' ? `${code}: ${oneLine(message).replace(/\.$/, '')}` : code,
    ...wayOut(code, {
      url: typeof url === 'string' ? oneLine(url) : undefined,
      retryAfter: response.retryAfter,
    }),
    ...(requestId === undefined ? [] : [`request id: ${oneLine(requestId)}`]),
  ];
}

function wayOut(
  code: string,
  { url, retryAfter }: { url: string | undefined; retryAfter: number | undefined },
): string[] {
  if (code === 'plan_required' && url !== undefined) {
    return [`show ${url} to a human; never buy a plan automatically`];
  }
  if (code === 'rate_limited' && retryAfter !== undefined) {
    return [`wait ${retryAfter} s, or increase --retries and --timeout`];
  }
  // The message names the fields.
  if (code === 'invalid_request' || !Object.hasOwn(serviceErrors, code)) return [];
  const [, hint] = serviceErrors[code as ErrorCode];
  return [hint.charAt(0).toLowerCase() + hint.slice(1).replace(/\.$/, '')];
}
