import { describe, expect, it } from 'vitest';
import { parseHostPort } from '../../../src/node/host-port.ts';

describe('parseHostPort', () => {
  it.each([
    ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464 }],
    ['metrics.internal:0', { host: 'metrics.internal', port: 0 }],
    ['[::1]:65535', { host: '::1', port: 65_535 }],
  ])('reads %s', (text, expected) => {
    expect(parseHostPort(text)).toEqual(expected);
  });

  it.each([
    '9464',
    ':9464',
    'localhost',
    '::1:9464',
    'localhost:65536',
    'http://localhost:9464',
    '',
  ])('rejects "%s"', (text) => {
    expect(parseHostPort(text)).toBeUndefined();
  });
});
