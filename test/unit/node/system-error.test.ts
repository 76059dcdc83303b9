import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCode } from '../../../src/node/error-code.ts';
import { describeSystemError, explainCode, isFileMissing } from '../../../src/node/system-error.ts';

const withCode = (code: unknown) => Object.assign(new Error('failed'), { code });

function caught(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('errorCode', () => {
  it.each([
    ['the error', withCode('ENOENT')],
    ['its cause', new TypeError('fetch failed', { cause: withCode('ENOENT') })],
    ['the first of several errors', new AggregateError([withCode('ENOENT'), withCode('EACCES')])],
  ])('finds the code of %s', (_where, error) => {
    expect(errorCode(error)).toBe('ENOENT');
  });

  it('prefers the code of an AggregateError to those of its errors', () => {
    const error = Object.assign(new AggregateError([withCode('EACCES')]), { code: 'ECONNREFUSED' });
    expect(errorCode(error)).toBe('ECONNREFUSED');
  });

  it.each([
    [new Error('failed')],
    [withCode(5)],
    ['ENOENT'],
    [undefined],
    [new AggregateError([])],
  ])('is undefined for %s', (error) => expect(errorCode(error)).toBeUndefined());
});

it.each([
  ['/nowhere/file', true],
  [`${import.meta.filename}/file`, true],
  [import.meta.dirname, false],
])('says whether %s is missing', (path, isMissing) => {
  expect(isFileMissing(caught(() => readFileSync(path)))).toBe(isMissing);
});

it.each([
  ['ECONNREFUSED', 'connection refused'],
  ['ENOENT', 'no such file or directory'],
  ['EAI_AGAIN', 'host name cannot be resolved'],
  ['ENOTFOUND', 'host name cannot be resolved'],
  ['EPIPE', 'connection closed by the other side'],
  ['UND_ERR_SOCKET', 'connection closed by the other side'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connection timed out'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate is not trusted'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS handshake failed'],
  ['HPE_INVALID_CONSTANT', 'invalid HTTP response'],
  ['EWHATEVER', undefined],
])('explains %s', (code, explanation) => {
  expect(explainCode(code)).toBe(explanation);
});

it.each([
  [withCode('EISDIR'), 'is a directory (EISDIR)'],
  [withCode('EWHATEVER'), 'EWHATEVER'],
  [new Error('out of paper'), 'out of paper'],
])('describes %s', (error, description) => {
  expect(describeSystemError(error)).toBe(description);
});
