import { getSystemErrorMap } from 'node:util';
import { errorMessage } from './error-message.ts';

const untrustedCertificate =
  /^(CERT_|CRL_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)$)/;

/** DNS, TLS, HTTP and undici error codes that libuv does not know or describes too vaguely. */
const explanations: readonly (readonly [RegExp, string])[] = [
  [/^(ENOTFOUND|ENODATA|ESERVFAIL|EAI_)/, 'host name cannot be resolved'],
  [/^EISDIR$/, 'is a directory'],
  [/^ECONNRESET$|^EPIPE$|^UND_ERR_SOCKET$/, 'connection closed by the other side'],
  [/^UND_ERR_CONNECT_TIMEOUT$/, 'connection timed out'],
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

/** Whether an error means that a file or its folder does not exist. */
export function isFileMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** The meaning of an error code, such as `connection refused`; `undefined` if it is unknown. */
export function explainCode(code: string): string | undefined {
  const known = explanations.find(([pattern]) => pattern.test(code));
  if (known) return known[1];
  for (const [name, message] of getSystemErrorMap().values()) if (name === code) return message;
  return undefined;
}

/** Why an I/O operation failed: `connection refused (ECONNREFUSED)`, or the error's message. */
export function describeSystemError(error: unknown): string {
  const code = errorCode(error);
  if (code === undefined) return errorMessage(error);
  const explanation = explainCode(code);
  return explanation === undefined ? code : `${explanation} (${code})`;
}
