import { describe, expect, it } from 'vitest';
import { clientErrorResponse } from '../../../../../src/server/surfaces/shared/client-error.ts';

describe('a request that cannot be read', () => {
  it.each([
    ['HPE_HEADER_OVERFLOW', 431, '16384 bytes'],
    ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'within 10 s and the rest within 30 s'],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413, 'chunk extensions'],
    ['HPE_INVALID_URL', 400, 'percent-encoded'],
    ['HPE_INVALID_METHOD', 400, 'not valid HTTP/1.1'],
  ])('with %s gets the status %i and the reason', (code, status, message) => {
    const response = clientErrorResponse(Object.assign(new Error('x'), { code }));
    expect(response.status).toBe(status);
    expect(response.error.message).toContain(message);
  });
});
