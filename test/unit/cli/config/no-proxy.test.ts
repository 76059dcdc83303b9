import { expect, it } from 'vitest';
import { isInNoProxy } from '../../../../src/cli/config/no-proxy.ts';

it.each([
  ['*', 'news.example.org'],
  ['a.test, *', 'news.example.org'],
  ['news.example.org', 'news.example.org'],
  ['NEWS.Example.ORG', 'news.example.org'],
  ['news.example.org.', 'news.example.org'],
  ['news.example.org', 'news.example.org.'],
  ['example.org', 'news.example.org'],
  ['.example.org', 'news.example.org'],
  ['.example.org', 'example.org'],
  ['*.example.org', 'news.example.org'],
  ['org', 'news.example.org'],
  ['a.test,b.test example.org', 'news.example.org'],
  ['a.test,,  example.org ,', 'news.example.org'],
  ['example.org:443', 'news.example.org'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:443', '192.0.2.1'],
  ['192.0.2.0/24', '192.0.2.1'],
  ['0.0.0.0/0', '192.0.2.1'],
  ['192.0.2.1/32', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['2001:0DB8:0::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['2001:db8::/32', '2001:db8::1'],
  ['[2001:db8::]/32', '2001:db8::1'],
])('NO_PROXY=%s names %s', (noProxy, host) => {
  expect(isInNoProxy({ host, port: 443 }, noProxy)).toBe(true);
});

it.each([
  ['', 'news.example.org'],
  [' , ', 'news.example.org'],
  ['.', 'news.example.org'],
  ['*.', 'news.example.org'],
  ['ample.org', 'news.example.org'],
  ['news.example', 'news.example.org'],
  ['www.news.example.org', 'news.example.org'],
  ['example.org:8443', 'news.example.org'],
  ['n*.example.org', 'news.example.org'],
  ['192.0.2.1', 'news.example.org'],
  ['0.0.0.0/0', 'news.example.org'],
  ['192.0.2.1', '192.0.2.10'],
  ['0.2.1', '192.0.2.1'],
  ['192.0.2.1:80', '192.0.2.1'],
  ['192.0.3.0/24', '192.0.2.1'],
  ['192.0.2.0/33', '192.0.2.1'],
  ['192.0.2.0/', '192.0.2.1'],
  ['192.0.2.0/24/8', '192.0.2.1'],
  ['192.0.2.0/x', '192.0.2.1'],
  ['::/0', '192.0.2.1'],
  ['0.0.0.0/0', '2001:db8::1'],
  ['2001:db8::2', '2001:db8::1'],
  ['[2001:db8::1]:80', '2001:db8::1'],
  ['2001:db8::/129', '2001:db8::1'],
  ['2001:db9::/32', '2001:db8::1'],
])('NO_PROXY=%s does not name %s', (noProxy, host) => {
  expect(isInNoProxy({ host, port: 443 }, noProxy)).toBe(false);
});
