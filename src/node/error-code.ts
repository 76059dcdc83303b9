const untrustedCertificate =
  /^(CERT_|CRL_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)$)/;

/** DNS, TCP, TLS, HTTP and undici error codes. */
const explanations: readonly (readonly [RegExp, string])[] = [
  [/^(ENOTFOUND|ENODATA|ESERVFAIL|EAI_)/, 'host name cannot be resolved'],
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^ECONNRESET$|^EPIPE$|^UND_ERR_SOCKET$/, 'connection closed by the other side'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'connection timed out'],
  [/^(EHOSTUNREACH|EHOSTDOWN)$/, 'host is unreachable'],
  [/^(ENETUNREACH|ENETDOWN)$/, 'network is unreachable'],
  [untrustedCertificate, 'certificate is not trusted'],
  [/^(ERR_SSL|ERR_TLS|EPROTO)/, 'TLS handshake failed'],
  [/^(HPE_|UND_ERR_HEADERS_OVERFLOW$)/, 'invalid HTTP response'],
];

/**
 * The code of a system, TLS or HTTP error, such as `ENOENT` or `CERT_HAS_EXPIRED`: its own, that of
 * its cause (as with `fetch`), or that of the first error of an `AggregateError` (as with several
 * addresses of a host). `undefined` if there is none.
 */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return errorCode(error instanceof AggregateError ? error.errors[0] : error.cause);
}

/** Whether a TLS error means that the certificate is expired, for another host or not trusted. */
export function isUntrustedCertificate(code: string): boolean {
  return untrustedCertificate.test(code);
}

/** The meaning of the code of a network error, such as `connection refused`; `undefined` if unknown. */
export function explainNetworkCode(code: string): string | undefined {
  return explanations.find(([pattern]) => pattern.test(code))?.[1];
}
