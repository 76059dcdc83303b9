import { expect, it } from 'vitest';
import { proxyFor } from '../../../../src/cli/config/proxy.ts';

const service = 'https://news.example.org';
const [one, two] = ['http://one.test:3128', 'http://two.test:3128'];

it.each([
  [{ https_proxy: one, HTTPS_PROXY: two }, one],
  [{ https_proxy: '', HTTPS_PROXY: one, all_proxy: two }, one],
  [{ all_proxy: one, ALL_PROXY: two }, one],
  [{ ALL_PROXY: one }, one],
  [{ HTTPS_PROXY: 'one.test:3128' }, 'one.test:3128'],
  [{ http_proxy: one, HTTP_PROXY: one }, undefined],
  [{ HTTPS_PROXY: one, no_proxy: 'example.org' }, undefined],
  [{ HTTPS_PROXY: one, NO_PROXY: 'example.org:443' }, undefined],
  [{ HTTPS_PROXY: one, no_proxy: 'other.test', NO_PROXY: 'example.org' }, one],
  [{ HTTPS_PROXY: one, no_proxy: '', NO_PROXY: 'example.org' }, undefined],
  [{}, undefined],
])('%j determines the proxy', (env, expected) => {
  expect(proxyFor(service, env)).toBe(expected);
});

it.each(['http://127.0.0.1:8787', 'https://localhost', 'http://[::1]:8787', 'not a URL'])(
  '%s has no proxy',
  (origin) => {
    expect(proxyFor(origin, { HTTPS_PROXY: one, ALL_PROXY: one })).toBeUndefined();
  },
);

it('an address of the service is found in NO_PROXY', () => {
  const env = { HTTPS_PROXY: one, NO_PROXY: '2001:db8::/32' };
  expect(proxyFor('https://[2001:db8::1]:8443', env)).toBeUndefined();
  expect(proxyFor('https://[2001:db9::1]:8443', env)).toBe(one);
});

it.each([
  ['ftp://me:secret@one.test', 'the proxy in HTTPS_PROXY has the unsupported scheme ftp://'],
  ['socks4://one.test', 'the proxy in HTTPS_PROXY has the unsupported scheme socks4://'],
  ['http://', 'the proxy in HTTPS_PROXY is not a URL'],
  ['http://me:secret@one.test:99999', 'the proxy in HTTPS_PROXY is not a URL'],
  ['socks5://', 'the proxy in HTTPS_PROXY has no host'],
  [
    'http://me:%ff@one.test',
    'the proxy in HTTPS_PROXY has a user name or password that is not percent-encoded UTF-8',
  ],
])('%s is an error that names the variable and the schemes', (HTTPS_PROXY, message) => {
  expect(() => proxyFor(service, { HTTPS_PROXY })).toThrow(
    expect.objectContaining({
      message,
      setting: 'proxy',
      hint: 'Write it as http://host:port, https://…, socks5://… or socks5h://…',
    }),
  );
});
