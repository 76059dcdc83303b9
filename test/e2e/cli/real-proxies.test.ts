import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Certificate, makeCertificate } from '../../helpers/certificate.ts';
import { cli, failureIn } from '../../helpers/cli.ts';
import { closing } from '../../helpers/closing.ts';
import {
  missingProxies,
  proxyUser,
  startDante,
  startSquid,
  startTinyproxy,
} from '../../helpers/real-proxies.ts';
import { envFor, paidKey } from '../../helpers/server.ts';

const missing = missingProxies();
const note = missing.length > 0 ? ` (skipped: apt-get install ${missing.join(' ')})` : '';

/** An HTTPS service under the name of this machine, which the proxies can resolve, too. */
async function service(certificate: Certificate) {
  const server = createServer(certificate, ({ headers }, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ accepted: headers.authorization === `Bearer ${paidKey}` }));
  });
  await once(server.listen(0), 'listening');
  closing({
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  });
  const { port } = server.address() as AddressInfo;
  return `https://${hostname()}:${port}`;
}

/** For the service and for a proxy. */
const newCertificate = () => makeCertificate(`DNS:${hostname()},IP:127.0.0.1`, 1);

/** Runs `usage` behind a proxy; it trusts the service's certificate. */
async function usageThrough(proxy: string, certificate = newCertificate()) {
  const baseUrl = await service(certificate);
  const ca = join(await mkdtemp(join(tmpdir(), 'newswatch-proxy-')), 'ca.pem');
  await writeFile(ca, certificate.cert);
  const env = { ...envFor({ baseUrl }), HTTPS_PROXY: proxy, NODE_EXTRA_CA_CERTS: ca };
  const { code, stdout, stderr } = await cli(['usage', '--timeout', '20', '--retries', '0'], {
    env,
  });
  return { code, stdout, stderr, baseUrl };
}

const response = {
  code: 0,
  stdout: expect.stringContaining('"accepted": true'),
  // The service above responds with other fields than ours.
  stderr: expect.stringMatching(/^newswatch: warning: the response to usage .*\n$/),
};
const untrusted = 'certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)';

describe.skipIf(missing.length > 0)(`behind a real proxy${note}, a command`, () => {
  it('works with tinyproxy (http), which requires a password', async () => {
    const proxy = await startTinyproxy('p4ss-word');
    expect(await usageThrough(`http://${proxyUser}:p4ss-word@${proxy}`)).toMatchObject(response);
    for (const wrong of ['', 'me:wrong@']) {
      const { code, stderr, baseUrl } = await usageThrough(`http://${wrong}${proxy}`);
      expect({ code, failure: failureIn(stderr) }).toMatchObject({
        code: 7,
        failure: {
          error: 'network_error',
          message: expect.stringMatching(
            `^no connection to ${baseUrl}: the proxy http://${proxy} .*\\(status 40[17]\\)`,
          ),
          retryable: false,
        },
      });
    }
  });

  it('works with squid (http and https), which requires a password', async () => {
    const certificate = newCertificate();
    const { http, https } = await startSquid('pä@:ss', certificate);
    const user = `${proxyUser}:p%C3%A4%40%3Ass`;
    expect(await usageThrough(`http://${user}@${http}`)).toMatchObject(response);
    expect(await usageThrough(`https://${user}@${https}`, certificate)).toMatchObject(response);
    const rejected = await usageThrough(`http://${http}`);
    expect(failureIn(rejected.stderr)).toMatchObject({
      message: `no connection to ${rejected.baseUrl}: the proxy http://${http} requires a valid user name and password (status 407) (PROXY_AUTH)`,
      hint: expect.stringContaining('HTTPS_PROXY=http://user:password@host:port'),
    });
    const distrusted = await usageThrough(`https://${user}@${https}`);
    expect(failureIn(distrusted.stderr)).toMatchObject({
      message: `no connection to the proxy https://${https}: ${untrusted}`,
      retryable: false,
    });
  });

  it.each(['socks5', 'socks5h'])('works with dante (%s)', async (scheme) => {
    const { address } = await lookup(hostname(), { family: 4 });
    const proxy = await startDante(address);
    expect(await usageThrough(`${scheme}://${proxy}`)).toMatchObject(response);
  });

  it('is told why dante cannot connect', async () => {
    const { address } = await lookup(hostname(), { family: 4 });
    const proxy = await startDante(address);
    const env = {
      ...envFor({ baseUrl: 'https://unknown.invalid' }),
      HTTPS_PROXY: `socks5h://${proxy}`,
    };
    const { code, stderr } = await cli(['usage', '--retries', '0'], { env });
    expect({ code, failure: failureIn(stderr) }).toMatchObject({
      code: 7,
      failure: {
        message: expect.stringMatching(
          `^no connection to https://unknown.invalid: the proxy socks5h://${proxy} could not connect \\(.*\\) \\(PROXY_FAILED\\)$`,
        ),
        retryable: true,
      },
    });
  });

  it.each(['http', 'https', 'socks5', 'socks5h'])('names a dead %s proxy', async (scheme) => {
    const { code, stderr } = await usageThrough(`${scheme}://me:secret@127.0.0.1:9`);
    expect({ code, failure: failureIn(stderr) }).toMatchObject({
      code: 7,
      failure: {
        message: `no connection to the proxy ${scheme}://127.0.0.1:9: connection refused (ECONNREFUSED)`,
        hint: 'Fix HTTPS_PROXY, or add the service to NO_PROXY',
        retryable: true,
      },
    });
  });
});
