import { InvalidResponseError, NetworkError } from './errors.ts';

/** Failures that come before the first byte of the request leaves. */
const beforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|UND_ERR_(CLOSED|DESTROYED|ABORTED|PRX_TLS)|ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

const explanations: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED/, 'nothing is listening there'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'its name cannot be looked up'],
  [/^(EHOSTUNREACH|ENETUNREACH)/, 'it cannot be reached'],
  [/^UND_ERR_CONNECT_TIMEOUT/, 'it does not take the connection'],
  [/^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/, 'its certificate is not trusted'],
  [/^(ERR_SSL|EPROTO)/, 'it does not speak TLS there'],
  [/^(ECONNRESET|UND_ERR_SOCKET|EPIPE)/, 'the connection was cut'],
  [/^UND_ERR_ABORTED/, 'the proxy refused the tunnel'],
  [/^UND_ERR_PRX_TLS/, 'the certificate of the proxy is not trusted'],
  [/^UND_ERR_(CLOSED|DESTROYED)/, 'the client was closed'],
  [/^(HPE_|UND_ERR_)/, 'it does not speak HTTP as it should'],
];

/** What an exchange that gave no whole answer failed of; `timeout` in milliseconds, if it was that. */
export function toNetworkError(
  error: unknown,
  { origin, timeout }: { origin: string; timeout: number | false },
): NetworkError {
  if (timeout !== false) {
    const message = `${origin} did not answer within ${timeout / 1000} s`;
    return new NetworkError(message, 'ETIMEDOUT', true, { cause: error });
  }
  const code = codeOf(error);
  const why = explanations.find(([pattern]) => pattern.test(code))?.[1] ?? 'the exchange failed';
  const message = `no answer from ${origin}: ${why} (${code})`;
  return new NetworkError(message, code, !beforeSending.test(code), { cause: error });
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** A redirect is an answer that cannot be used. */
export function redirectError(status: number): InvalidResponseError {
  return new InvalidResponseError(
    status,
    `the service answered with a redirect (${status}), which is never followed: the key would go along`,
  );
}
