/** The outcome of one delivery attempt. */
export interface AttemptOutcome {
  /**
   * `stopped`: not sent, because the delivery must no longer be made. `unsent`: not sent, because
   * there was no place for the attempt; the delivery is due again.
   */
  kind: 'delivered' | 'retry' | 'failed' | 'stopped' | 'unsent';
  /** The status code of the response; `null` if there was none. */
  status_code: number | null;
  /** A stable code such as `timeout`, `tls_error` or `http_500`; `null` if delivered. */
  error: string | null;
  /** The receiver's Retry-After, in milliseconds. */
  retry_after?: number;
  /** Milliseconds of real time from the DNS lookup to the outcome; absent if unknown. */
  duration?: number;
  /** The trace of the attempt's span, if the server makes spans. */
  trace_id?: string;
}

/**
 * Only the status code decides: 2xx is delivered, 429 and 5xx are retried, anything else fails
 * immediately (docs/service.md §3.2). Redirects are never followed.
 *
 * @param retryAfter in milliseconds
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

/** The outcome of an attempt without a response: retried, unless the address was rejected. */
export function outcomeOfError(code: string): AttemptOutcome {
  if (code === 'ADDRESS_REJECTED') {
    return { kind: 'failed', status_code: null, error: 'address_rejected' };
  }
  const error = errorPatterns.find(([pattern]) => pattern.test(code))?.[1] ?? 'network_error';
  return { kind: 'retry', status_code: null, error };
}

/** The errors after which an attempt without a response is retried. */
export const retriedErrors = (): string[] => [
  ...errorPatterns.map(([, error]) => error),
  'network_error',
];

const errorPatterns: readonly (readonly [RegExp, string])[] = [
  [/^(TIMEOUT|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'timeout'],
  [/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/, 'dns_error'],
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'connection_reset'],
  [/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/, 'tls_error'],
  [/^(HPE_|UND_ERR_HEADERS_OVERFLOW$)/, 'bad_http'],
  [/^INTERRUPTED$/, 'interrupted'],
  [/^SECRET_UNREADABLE$/, 'secret_unreadable'],
];
