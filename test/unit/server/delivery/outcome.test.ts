import { describe, expect, it } from 'vitest';
import { outcomeOfError, outcomeOfStatus } from '../../../../src/server/delivery/outcome.ts';

describe('the outcome of a status code', () => {
  it.each([200, 201, 204, 299])('%i: delivered', (status) => {
    expect(outcomeOfStatus(status, undefined)).toEqual({
      kind: 'delivered',
      status_code: status,
      error: null,
    });
  });

  it.each([300, 301, 302, 307, 399])('%i: failed as a redirect', (status) => {
    expect(outcomeOfStatus(status, undefined)).toEqual({
      kind: 'failed',
      status_code: status,
      error: 'redirect',
    });
  });

  it.each([199, 400, 404, 408, 410, 428, 430, 499])('%i: failed', (status) => {
    expect(outcomeOfStatus(status, undefined)).toEqual({
      kind: 'failed',
      status_code: status,
      error: `http_${status}`,
    });
  });

  it.each([429, 500, 503, 599])('%i: retried', (status) => {
    expect(outcomeOfStatus(status, undefined)).toStrictEqual({
      kind: 'retry',
      status_code: status,
      error: `http_${status}`,
    });
  });

  it.each([0, 5000])('Retry-After of %i ms is kept for a retry', (retryAfter) => {
    expect(outcomeOfStatus(503, retryAfter).retry_after).toBe(retryAfter);
  });

  it.each([204, 302, 404])('Retry-After is ignored for %i', (status) => {
    expect(outcomeOfStatus(status, 5000)).not.toHaveProperty('retry_after');
  });
});

describe('the outcome of an error code', () => {
  it('ADDRESS_REJECTED: failed', () => {
    expect(outcomeOfError('ADDRESS_REJECTED')).toEqual({
      kind: 'failed',
      status_code: null,
      error: 'address_rejected',
    });
  });

  it.each([
    ['TIMEOUT', 'timeout'],
    ['ETIMEDOUT', 'timeout'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['ENOTFOUND', 'dns_error'],
    ['EAI_AGAIN', 'dns_error'],
    ['EAI_FAIL', 'dns_error'],
    ['ENODATA', 'dns_error'],
    ['ESERVFAIL', 'dns_error'],
    ['ECONNREFUSED', 'connection_refused'],
    ['ECONNRESET', 'connection_reset'],
    ['EPIPE', 'connection_reset'],
    ['UND_ERR_SOCKET', 'connection_reset'],
    ['CERT_HAS_EXPIRED', 'tls_error'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_error'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_error'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_error'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls_error'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_error'],
    ['EPROTO', 'tls_error'],
    ['HPE_INVALID_CONSTANT', 'bad_http'],
    ['UND_ERR_HEADERS_OVERFLOW', 'bad_http'],
    ['INTERRUPTED', 'interrupted'],
    ['EHOSTUNREACH', 'network_error'],
    ['', 'network_error'],
    // Codes that only contain a known one.
    ['MY_TIMEOUT', 'network_error'],
    ['TIMEOUTS', 'network_error'],
    ['MY_ENOTFOUND', 'network_error'],
    ['ECONNREFUSED_2', 'network_error'],
    ['NOT_ECONNREFUSED', 'network_error'],
    ['ECONNRESET_2', 'network_error'],
    ['NOT_EPIPE', 'network_error'],
    ['MY_CERT_', 'network_error'],
    ['NOT_HPE_', 'network_error'],
    ['UND_ERR_HEADERS_OVERFLOW_2', 'network_error'],
    ['INTERRUPTED_2', 'network_error'],
    ['NOT_INTERRUPTED', 'network_error'],
  ])('%s: retried as %s', (code, error) => {
    expect(outcomeOfError(code)).toEqual({ kind: 'retry', status_code: null, error });
  });
});
