import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canMakeCertificates, makeCertificate } from '../../helpers/certificate.ts';
import { cli } from '../../helpers/cli.ts';
import { freePort } from '../../helpers/free-port.ts';
import { rawServer } from '../../helpers/mock-server.ts';
import { hiddenService, host, listeningAt } from '../../helpers/proxy.ts';
import { envFor, paidKey, testServer, unpaidKey } from '../../helpers/server.ts';

interface Check {
  name: string;
  status: 'ok' | 'failed' | 'skipped';
  message: string;
  hint: string | null;
}

type Env = Readonly<Record<string, string>>;

const names = [
  'origin',
  'proxy',
  'dns',
  'tls',
  'service',
  'readiness',
  'key',
  'plan',
  'clock',
  'data_folder',
];

async function doctor(env: Env, ...flags: string[]) {
  const { code, stdout, stderr } = await cli(['doctor', '--retries', '0', ...flags], { env });
  expect(stdout + stderr).not.toContain(env['SERVICE_API_KEY'] || 'no key to be found');
  expect(stderr).toBe('');
  const report = JSON.parse(stdout) as { ok: boolean; checks: Check[] };
  const checks = Object.fromEntries(report.checks.map((check) => [check.name, check]));
  expect(Object.keys(checks)).toEqual(names);
  expect(report.ok).toBe(code === 0);
  const failed = report.checks.filter(({ status }) => status === 'failed');
  for (const { hint } of failed) expect(hint).toEqual(expect.stringMatching(/\w/));
  return { code, checks, failed: failed.map(({ name }) => name), stdout };
}

/** A folder for the files of one test. */
const folder = () => mkdtempSync(join(tmpdir(), 'newswatch-doctor-'));

const overview = JSON.stringify({ plan: { status: 'active', url: 'https://x.example/pricing' } });

/** A service that responds to the account overview with this. */
async function serviceWith(listener: RequestListener): Promise<Env> {
  return envFor({ baseUrl: `http://${await listeningAt(createServer(listener))}` });
}

/** The same service with TLS, on this machine. */
async function behindTls(days: number, isTrusted: boolean): Promise<Env> {
  const certificate = makeCertificate('IP:127.0.0.1', days);
  const server = createTlsServer(certificate, (_request, response) => response.end(overview));
  const file = join(folder(), 'cert.pem');
  writeFileSync(file, certificate.cert);
  const env = envFor({ baseUrl: `https://${await listeningAt(server)}` });
  return isTrusted ? { ...env, NODE_EXTRA_CA_CERTS: file } : env;
}

describe('newswatch doctor without problems', () => {
  it('reports each check as ok, with the source of each setting', async () => {
    const server = await testServer();
    const { code, checks } = await doctor(envFor(server));
    expect(code).toBe(0);
    expect(checks).toMatchObject({
      origin: { status: 'ok', message: `${server.baseUrl} (SERVICE_BASE_URL)` },
      tls: { status: 'skipped' },
      key: { status: 'ok', message: expect.stringContaining('SERVICE_API_KEY') },
      plan: { status: 'ok' },
      readiness: { status: 'ok' },
      clock: { status: 'ok' },
      data_folder: { status: 'ok' },
    });
  });

  it('checks the bundled server with --local', async () => {
    const { code, checks } = await doctor({ XDG_DATA_HOME: folder() }, '--local');
    expect({ code, origin: checks['origin']?.message }).toEqual({
      code: 0,
      origin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ \(--local\)$/),
    });
  });

  it.skipIf(!canMakeCertificates)('reports the expiry of the certificate', async () => {
    const { code, checks } = await doctor(await behindTls(30, true));
    expect({ code, status: checks['tls']?.status }).toEqual({ code: 0, status: 'ok' });
    expect(checks['tls']?.message).toMatch(/^TLSv1\.\d; .* until .* GMT$/);
  });

  it.skipIf(!canMakeCertificates)('sends the server name with every handshake', async () => {
    const certificate = makeCertificate('DNS:localhost', 1);
    const serverNames: string[] = [];
    const SNICallback = (name: string, callback: (error: null) => void) => {
      serverNames.push(name);
      callback(null);
    };
    const respond: RequestListener = (_request, response) => response.end(overview);
    const server = createTlsServer({ ...certificate, SNICallback }, respond);
    let connections = 0;
    server.on('connection', () => {
      connections += 1;
    });
    const [, port] = (await listeningAt(server)).split(':');
    const file = join(folder(), 'cert.pem');
    writeFileSync(file, certificate.cert);
    const env = { ...envFor({ baseUrl: `https://localhost:${port}` }), NODE_EXTRA_CA_CERTS: file };
    expect((await doctor(env)).code).toBe(0);
    expect(connections).toBeGreaterThan(1);
    expect(serverNames).toEqual(Array.from({ length: connections }, () => 'localhost'));
  });

  it.skipIf(!canMakeCertificates)('uses the proxy of the environment', async () => {
    const { env, address } = await hiddenService();
    const HTTPS_PROXY = `http://me:secret-of-proxy@${address}`;
    const { code, checks, stdout } = await doctor({ ...env, HTTPS_PROXY });
    expect(code).toBe(0);
    expect(checks).toMatchObject({
      proxy: { status: 'ok', message: `http://${address} accepts connections` },
      dns: { status: 'skipped' },
      service: { status: 'ok' },
    });
    expect(stdout).not.toContain('secret-of-proxy');
  });
});

describe('newswatch doctor with problems', () => {
  it.each([
    ['no origin', {}, ['origin'], 2],
    ['a base URL with a query', { SERVICE_BASE_URL: 'https://a.example/?x=1' }, ['origin'], 2],
    ['a plain http origin', { SERVICE_BASE_URL: 'http://a.example' }, ['origin'], 2],
    ['an unknown host name', { SERVICE_BASE_URL: 'https://nobody.invalid' }, ['dns'], 7],
    [
      'a proxy that is none',
      { SERVICE_BASE_URL: `https://${host}`, HTTPS_PROXY: 'ftp://a.example' },
      ['proxy'],
      2,
    ],
  ])('reports %s', async (_what, env, failed, code) => {
    const result = await doctor({ SERVICE_API_KEY: paidKey, ...env });
    expect({ failed: result.failed, code: result.code }).toEqual({ failed, code });
  });

  it('reports a damaged settings file', async () => {
    const XDG_CONFIG_HOME = folder();
    await cli(['config', 'set', 'timeout', '5'], { env: { XDG_CONFIG_HOME } });
    writeFileSync(join(XDG_CONFIG_HOME, 'newswatch', 'config.json'), '{');
    const { failed, code, checks } = await doctor({ XDG_CONFIG_HOME });
    expect({ failed, code }).toEqual({ failed: ['origin', 'key'], code: 2 });
    expect(checks['origin']?.message).toContain('config.json');
  });

  it('reports a service that is not listening', async () => {
    const port = await freePort();
    const plain = await doctor(envFor({ baseUrl: `http://127.0.0.1:${port}` }));
    expect({ failed: plain.failed, code: plain.code }).toEqual({ failed: ['service'], code: 7 });
    const secure = await doctor(envFor({ baseUrl: `https://127.0.0.1:${port}` }));
    expect({ failed: secure.failed, code: secure.code }).toEqual({ failed: ['tls'], code: 7 });
    expect(secure.checks['tls']?.message).toContain('connection refused');
  });

  it.skipIf(!canMakeCertificates).each([
    ['nobody vouches for', 30, false],
    ['has run out', -1, true],
  ] as const)('names a certificate that %s', async (_what, days, isTrusted) => {
    const { failed, code, checks } = await doctor(await behindTls(days, isTrusted));
    expect({ failed, code }).toEqual({ failed: ['tls'], code: 7 });
    expect(checks['tls']?.message).toContain('certificate is not trusted');
  });

  it('reports a server without TLS', async () => {
    const address = await listeningAt(createServer());
    const { failed, code } = await doctor(envFor({ baseUrl: `https://${address}` }));
    expect({ failed, code }).toEqual({ failed: ['tls'], code: 7 });
  });

  it('reports a proxy that is not listening', async () => {
    const HTTPS_PROXY = `http://me:secret-of-proxy@127.0.0.1:${await freePort()}`;
    const env = { ...envFor({ baseUrl: `https://${host}` }), HTTPS_PROXY };
    const { failed, code, stdout } = await doctor(env);
    expect({ failed, code }).toEqual({ failed: ['proxy'], code: 7 });
    expect(stdout).not.toContain('secret-of-proxy');
  });

  it('reports a proxy that refuses the tunnel', async () => {
    const proxy = createServer().on('connect', (_request, socket) =>
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'),
    );
    const HTTPS_PROXY = `http://${await listeningAt(proxy)}`;
    const env = { ...envFor({ baseUrl: `https://${host}` }), HTTPS_PROXY };
    const { failed, code, checks } = await doctor(env);
    expect({ failed, code }).toEqual({ failed: ['service'], code: 7 });
    expect(checks['service']?.message).toContain('refused the tunnel (status');
  });

  it('reports a missing, invalid or rejected API key', async () => {
    const server = await testServer();
    for (const [key, message] of [
      ['', 'SERVICE_API_KEY is not set'],
      ['nw_with_newline_at_its_end\n', 'ends with a newline'],
      ['nw_nobody_0123456789', 'the service responded with status 401'],
    ] as const) {
      const { failed, code, checks } = await doctor(envFor(server, key));
      expect({ failed, code }).toEqual({ failed: ['key'], code: 4 });
      expect(checks['key']?.message).toContain(message);
      expect(checks['readiness']?.status).toBe('ok');
    }
  });

  it('reports a missing plan', async () => {
    const { failed, code, checks } = await doctor(envFor(await testServer(), unpaidKey));
    expect({ failed, code }).toEqual({ failed: ['plan'], code: 3 });
    expect(checks['plan']?.hint).toMatch(/http.*\/pricing/);
  });

  it.each([
    [-3600, ['clock'], 1],
    [301 + 5, ['clock'], 1],
    [290, [], 0],
  ])(
    'holds its clock against the Date of a service that is %d s off',
    async (off, failed, code) => {
      const env = await serviceWith((_request, response) => {
        response.setHeader('date', new Date(Date.now() + off * 1000).toUTCString());
        response.end(overview);
      });
      const result = await doctor(env);
      expect({ failed: result.failed, code: result.code }).toEqual({ failed, code });
      expect(result.checks['clock']?.message).toContain(off > 0 ? 'behind' : 'ahead of');
    },
  );

  it('reports why a server is not ready, with both times of a wrong clock', async () => {
    const env = await serviceWith((request, response) => {
      if (request.url !== '/readyz') return void response.end(overview);
      const skew = { reason: 'clock_skew', message: 'it is off' };
      const times = { server_time: '2026-01-01T00:00:00Z', system_time: '2026-01-01T14:00:00Z' };
      const body = {
        status: 'not_ready',
        reasons: [{ reason: 'draining' }, { ...skew, ...times }],
      };
      response.writeHead(503).end(JSON.stringify(body));
    });
    const { failed, code, checks } = await doctor(env);
    expect({ failed, code }).toEqual({ failed: ['readiness'], code: 8 });
    expect(checks['readiness']?.message).toMatch(
      /draining.*clock_skew: it is off .*2026-01-01T00:00:00Z.*2026-01-01T14:00:00Z/,
    );
  });

  it('checks the readiness without an API key, and sends none', async () => {
    const keys: unknown[] = [];
    const env = await serviceWith((request, response) => {
      keys.push(request.url, request.headers.authorization);
      const reasons = [{ reason: 'store', message: 'the database is gone' }];
      response.writeHead(503).end(JSON.stringify({ status: 'not_ready', reasons }));
    });
    const { failed, code, checks } = await doctor({ ...env, SERVICE_API_KEY: '' });
    expect({ failed, code, keys }).toEqual({
      failed: ['readiness', 'key'],
      code: 8,
      keys: ['/readyz', undefined],
    });
    expect(checks['readiness']?.message).toContain('the database is gone');
    expect(checks['service']).toMatchObject({ status: 'skipped', message: 'needs an API key' });
  });

  it('reports a service that is not listening without an API key too', async () => {
    const SERVICE_BASE_URL = `http://127.0.0.1:${await freePort()}`;
    const { failed, code } = await doctor({ SERVICE_BASE_URL, SERVICE_API_KEY: '' });
    expect({ failed, code }).toEqual({ failed: ['readiness', 'key'], code: 7 });
  });

  it.each([
    ['encrypted', 'encrypted'],
    ['plain', 'as plain text'],
  ])('says how a server stores signing secrets: %s', async (secrets, text) => {
    const env = await serviceWith((request, response) => {
      if (request.url !== '/readyz') return void response.end(overview);
      response.end(JSON.stringify({ status: 'ready', reasons: [], secrets }));
    });
    const { checks } = await doctor(env);
    expect(checks['readiness']?.message).toContain(`stores signing secrets ${text}`);
  });

  it('skips the readiness of a service without /readyz', async () => {
    const env = await serviceWith((request, response) => {
      if (request.url === '/readyz') response.writeHead(404).end('{}');
      else response.end(overview);
    });
    const { code, checks } = await doctor(env);
    expect({ code, readiness: checks['readiness']?.status }).toEqual({
      code: 0,
      readiness: 'skipped',
    });
  });

  it('skips the clock if the response has no Date header', async () => {
    const env = await serviceWith((_request, response) => {
      response.sendDate = false;
      response.end(overview);
    });
    const { code, checks } = await doctor(env);
    expect({ code, clock: checks['clock']?.status }).toEqual({ code: 0, clock: 'skipped' });
  });

  it.each(['{"plan":null}', '{"plan":{"status":null}}'])(
    'does not name the plan if the overview is %s',
    async (body) => {
      const { code, checks } = await doctor(await serviceWith((_, response) => response.end(body)));
      expect({ code, plan: checks['plan']?.status }).toEqual({ code: 0, plan: 'skipped' });
    },
  );

  it.each([
    ['an error of the service', 500, '{"error":"internal","message":"oh"}', 8],
    ['too many requests', 429, '{"error":"rate_limited","message":"slow"}', 6],
    ['a page', 200, '<html></html>', 8],
    ['null', 200, 'null', 8],
    ['a number', 200, '7', 8],
    ['an array', 200, '[]', 8],
    ['a redirect', 302, '', 8],
  ])('reports %s', async (_what, status, body, expected) => {
    const env = await serviceWith((_request, response) => response.writeHead(status).end(body));
    const { failed, code } = await doctor(env);
    expect({ failed, code }).toEqual({ failed: ['service'], code: expected });
  });

  it('ends within --timeout if nothing responds', async () => {
    const silent = await rawServer(() => {});
    for (const [baseUrl, name] of [
      [silent.baseUrl, 'service'],
      [silent.baseUrl.replace('http:', 'https:'), 'tls'],
    ] as const) {
      const { failed, code, checks } = await doctor(envFor({ baseUrl }), '--timeout', '2');
      expect({ failed, code }).toEqual({ failed: [name], code: 7 });
      expect(checks[name]?.message).toContain('within 2 s');
    }
  });

  it('reports a data folder whose path is blocked by a file', async () => {
    const XDG_DATA_HOME = join(folder(), 'file');
    writeFileSync(XDG_DATA_HOME, '');
    const { failed, code, checks } = await doctor({ ...envFor(await testServer()), XDG_DATA_HOME });
    expect({ failed, code }).toEqual({ failed: ['data_folder'], code: 1 });
    expect(checks['data_folder']?.message).toContain('ENOTDIR');
  });

  it('reports all problems and exits with the code of the first', async () => {
    const XDG_DATA_HOME = join(folder(), 'file');
    writeFileSync(XDG_DATA_HOME, '');
    const { failed, code } = await doctor({ XDG_DATA_HOME });
    expect({ failed, code }).toEqual({ failed: ['origin', 'key', 'data_folder'], code: 2 });
  });
});
