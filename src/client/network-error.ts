import { errorCode, explainCode } from '../node/system-error.ts';
import { InvalidResponseError, NetworkError } from './errors.ts';

/** Errors that occur before the first byte of the request is sent. */
const beforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|UND_ERR_(CLOSED|DESTROYED|ABORTED|PRX_TLS)|ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

const undiciExplanations: readonly (readonly [RegExp, string])[] = [
  [/^UND_ERR_ABORTED/, 'the proxy refused the tunnel'],
  [/^UND_ERR_PRX_TLS/, 'the certificate of the proxy is not trusted'],
  [/^UND_ERR_(CLOSED|DESTROYED)/, 'the client was closed'],
  [/^UND_ERR_/, 'invalid HTTP response'],
];

/**
 * Converts the error of a failed request.
 *
 * @param timeout the timeout in milliseconds if it has passed, otherwise `false`
 */
export function toNetworkError(
  error: unknown,
  { origin, timeout }: { origin: string; timeout: number | false },
): NetworkError {
  if (timeout !== false) {
    const message = `no response from ${origin} within ${timeout / 1000} s`;
    return new NetworkError(message, 'ETIMEDOUT', true, { cause: error });
  }
  const code = errorCode(error) ?? (error instanceof Error ? error.name : 'UNKNOWN');
  const message = `no response from ${origin}: ${explain(code)} (${code})`;
  return new NetworkError(message, code, !beforeSending.test(code), { cause: error });
}

function explain(code: string): string {
  const [, undiciExplanation] = undiciExplanations.find(([pattern]) => pattern.test(code)) ?? [];
  return explainCode(code) ?? undiciExplanation ?? 'the request failed';
}

/** Redirects are not followed, so a redirect is an unusable response. */
export function redirectError(status: number): InvalidResponseError {
  return new InvalidResponseError(
    status,
    `the service responded with a redirect (${status}); it is not followed, to protect the API key`,
  );
}
