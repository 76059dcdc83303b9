import { expect, it } from 'vitest';
import { parseProxy } from '../../../../src/client/connection/proxy.ts';

it.each([
  ['http://proxy.test', 'http:', 'proxy.test', 80],
  ['https://proxy.test', 'https:', 'proxy.test', 443],
  ['socks5://proxy.test', 'socks5:', 'proxy.test', 1080],
  ['SOCKS5H://Proxy.Test:9050/', 'socks5h:', 'proxy.test', 9050],
  ['proxy.test:3128', 'http:', 'proxy.test', 3128],
  [' 192.0.2.1:3128 ', 'http:', '192.0.2.1', 3128],
])('%s is a proxy', (text, protocol, host, port) => {
  expect(parseProxy(text)).toEqual({
    protocol,
    host,
    port,
    username: '',
    password: '',
    name: `${protocol}//${host}:${port}`,
  });
});

it.each(['http', 'socks5h'])('an IPv6 address has brackets in messages only (%s)', (scheme) => {
  expect(parseProxy(`${scheme}://[2001:DB8::1]:3128`)).toMatchObject({
    host: '2001:db8::1',
    name: `${scheme}://[2001:db8::1]:3128`,
  });
});

it('user name and password are percent-decoded, and not part of the name', () => {
  expect(parseProxy('socks5://us%40er:p%3Aass%20%C3%BC@proxy.test')).toMatchObject({
    username: 'us@er',
    password: 'p:ass ü',
    name: 'socks5://proxy.test:1080',
  });
});

it.each([
  'socks5://me@proxy.test',
  'socks5h://:secret@proxy.test',
  `socks5h://me:${'x'.repeat(256)}@proxy.test`,
])('%s is rejected: SOCKS has no such credentials', (text) => {
  expect(() => parseProxy(text)).toThrow('needs a user name and a password of 1 to 255 bytes');
});

it('an http proxy may need only a user name', () => {
  expect(parseProxy('http://me@proxy.test')).toMatchObject({ username: 'me', password: '' });
});
