import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { canMakeCertificates } from '../../helpers/certificate.ts';
import { cli, failureIn } from '../../helpers/cli.ts';
import { hiddenService, host, listeningAt } from '../../helpers/proxy.ts';
import { envFor, testServer } from '../../helpers/server.ts';

describe.skipIf(!canMakeCertificates)('a proxy in the environment', () => {
  it.each([
    ['HTTPS_PROXY', {}],
    ['https_proxy', {}],
    ['HTTPS_PROXY', { https_proxy: '' }],
    ['ALL_PROXY', {}],
  ])(
    'in %s, with %j, is used for a tunnel, and the key is only sent through it',
    async (name, more) => {
      const { requests, address, env } = await hiddenService();
      const proxied = { ...env, [name]: `http://me:pa%20ss@${address}`, ...more };
      const { code, stdout } = await cli(['account', 'overview'], { env: proxied });
      expect({ code, overview: JSON.parse(stdout) }).toEqual({
        code: 0,
        overview: { accepted: true },
      });
      const authorization = `Basic ${Buffer.from('me:pa ss').toString('base64')}`;
      expect(requests).toEqual([{ target: `${host}:443`, authorization }]);
    },
  );

  it('is used by the MCP commands', async () => {
    const { requests, address, env } = await hiddenService();
    const { code } = await cli(['mcp', 'tools'], {
      env: { ...env, HTTPS_PROXY: `http://${address}` },
    });
    // There is no MCP server behind the tunnel, as the error shows.
    expect(code).toBe(8);
    expect(requests[0]).toMatchObject({ target: `${host}:443` });
  });

  it.each([host, '.example.org', '*'])('is not used for hosts in NO_PROXY=%s', async (none) => {
    const { requests, address, env } = await hiddenService();
    const proxied = { ...env, HTTPS_PROXY: `http://${address}`, NO_PROXY: none };
    const { code } = await cli(['usage', '--retries', '0'], { env: proxied });
    expect({ code, requests }).toEqual({ code: 7, requests: [] });
  });

  it('is never used for loopback', async () => {
    const { requests, address } = await hiddenService();
    const proxied = {
      ...envFor(await testServer()),
      HTTP_PROXY: `http://${address}`,
      ALL_PROXY: `http://${address}`,
    };
    expect((await cli(['usage'], { env: proxied })).code).toBe(0);
    expect(requests).toEqual([]);
  });
});

it('an error names a proxy that rejects the tunnel', async () => {
  const proxy = createServer().on('connect', (_request, socket) =>
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'),
  );
  const HTTPS_PROXY = `http://${await listeningAt(proxy)}`;
  const env = { ...envFor({ baseUrl: `https://${host}` }), HTTPS_PROXY };
  const { code, stderr } = await cli(['usage', '-v'], { env });
  expect(code).toBe(7);
  expect(failureIn(stderr)['message']).toContain('refused the tunnel (status 403)');
});

it.each([
  ['http://me:secret-of-proxy@127.0.0.1:9', 7],
  ['ftp://me:secret-of-proxy@127.0.0.1:9', 2],
  ['http://', 2],
])('the unusable proxy %s is an error without its password', async (proxy, expected) => {
  const env = { ...envFor({ baseUrl: `https://${host}` }), HTTPS_PROXY: proxy };
  const { code, stderr } = await cli(['usage', '--retries', '0', '-v'], { env });
  expect(code).toBe(expected);
  expect(failureIn(stderr)['message']).toEqual(expect.any(String));
  expect(stderr).not.toContain('secret-of-proxy');
});
