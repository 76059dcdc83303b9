/** The code of a {@link ProxyError}. Only `PROXY_FAILED` may be fixed by a retry. */
export type ProxyErrorCode = 'PROXY_AUTH' | 'PROXY_REFUSED' | 'PROXY_FAILED' | 'PROXY_INVALID';

/** A proxy did not open a tunnel. The message continues "the proxy …". */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code: ProxyErrorCode;

  constructor(code: ProxyErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** @param status of the response to CONNECT */
  static ofStatus(status: number): ProxyError {
    // Some proxies, such as tinyproxy, respond with 401.
    if (status === 407 || status === 401) {
      const message = `requires a valid user name and password (status ${status})`;
      return new ProxyError('PROXY_AUTH', message);
    }
    return status >= 500 || status === 429
      ? new ProxyError('PROXY_FAILED', `could not open a tunnel (status ${status})`)
      : new ProxyError('PROXY_REFUSED', `refused the tunnel (status ${status})`);
  }

  /** @param error of undici's SOCKS5 client */
  static ofSocks(error: Error & { code?: unknown }): ProxyError {
    const [, kind = '', reply = ''] =
      /^UND_ERR_SOCKS5_(AUTH|REPLY)_(\w+)/.exec(`${error.code}`) ?? [];
    const options = { cause: error };
    if (kind === 'AUTH' && reply !== 'VERSION') {
      return new ProxyError('PROXY_AUTH', 'requires a valid user name and password', options);
    }
    if (kind === 'REPLY' && reply === '2') {
      return new ProxyError('PROXY_REFUSED', 'does not allow this connection', options);
    }
    const [, reason = ''] = /^SOCKS5 connection failed: (.*)$/.exec(error.message) ?? [];
    return kind === 'REPLY' && reason !== ''
      ? new ProxyError('PROXY_FAILED', `could not connect (${reason.toLowerCase()})`, options)
      : new ProxyError('PROXY_INVALID', 'did not respond as a SOCKS5 proxy', options);
  }
}
