/** What became of one attempt. */
export interface AttemptOutcome {
  /** `stopped`: the connection, the monitor or the permission is no longer there. */
  kind: 'delivered' | 'retry' | 'failed' | 'stopped';
  /** The status that the receiver answered with, if it came to that. */
  status_code: number | null;
  /** A short stable word such as `timeout`, `tls_error`, `http_500`; `null` when delivered. */
  error: string | null;
  /** Milliseconds that the receiver asked to be left alone. */
  retry_after?: number;
}

/**
 * Reads an answer by its status alone: 2xx delivered, 429 and 5xx retried, anything else failed for
 * good (service document, "States and transitions"). A redirect is never followed.
 */
export function outcomeOfStatus(status: number, retryAfter: number | undefined): AttemptOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', status_code: status, error: null };
  if (status >= 300 && status < 400) {
    return { kind: 'failed', status_code: status, error: 'redirect' };
  }
  const error = `http_${status}`;
  if (status !== 429 && status < 500) return { kind: 'failed', status_code: status, error };
  const outcome: AttemptOutcome = { kind: 'retry', status_code: status, error };
  return retryAfter === undefined ? outcome : { ...outcome, retry_after: retryAfter };
}

/** Reads a failure before any status came: everything but a refused address is retried. */
export function outcomeOfError(code: string): AttemptOutcome {
  if (code === 'ADDRESS_REJECTED') {
    return { kind: 'failed', status_code: null, error: 'address_rejected' };
  }
  const [, word] = words.find(([pattern]) => pattern.test(code)) ?? [];
  return { kind: 'retry', status_code: null, error: word ?? 'network_error' };
}

const words: readonly (readonly [RegExp, string])[] = [
  [/^(TIMEOUT|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'timeout'],
  [/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/, 'dns_error'],
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'connection_reset'],
  [/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/, 'tls_error'],
  [/^(HPE_|UND_ERR_HEADERS_OVERFLOW$)/, 'bad_http'],
  [/^INTERRUPTED$/, 'interrupted'],
];
