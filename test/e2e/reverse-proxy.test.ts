import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type Dispatcher, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../helpers/certificate.ts';
import { codeBlocks, readDocument } from '../helpers/documents.ts';
import { eventually } from '../helpers/eventually.ts';
import { freePort } from '../helpers/free-port.ts';
import { byKey, connectCurrent } from '../helpers/mcp-clients.ts';
import { listeningAt } from '../helpers/proxy.ts';
import { publicHost, startCaddy, startNginx } from '../helpers/reverse-proxies.ts';
import { serve } from '../helpers/serve.ts';
import { TestBrowser } from '../helpers/test-browser.ts';
import { hasTool, toolNote } from '../helpers/tools.ts';

const page = readDocument('docs/recipes/reverse-proxy.md');
const [caddyfile = '', severalSites = ''] = codeBlocks(page, 'text');
const severalServers = caddyfile.slice(0, caddyfile.indexOf(publicHost)) + severalSites;
const [nginxConfig = '', severalUpstreams = ''] = codeBlocks(page, 'nginx');

const baseUrl = `https://${publicHost}`;

const recipes = [
  { name: 'caddy', program: '/usr/bin/caddy', config: caddyfile, start: startCaddy },
  { name: 'nginx', program: '/usr/sbin/nginx', config: nginxConfig, start: startNginx },
];

const certificate = () => makeCertificate(`DNS:${publicHost}`, 1);

/** A server with the flags of the recipe. */
async function behindProxy() {
  const [command = ''] = codeBlocks(page, 'sh');
  const flags = command.trim().split(' ').slice(2);
  const port = String(await freePort());
  const { ready } = await serve(...flags, '--port', port, '--data', ':memory:', '--sample');
  return { ready, target: `127.0.0.1:${port}` };
}

/** Lets `fetch` reach the proxy under its public name. */
const reach = (dispatcher: Dispatcher) => setGlobalDispatcher(dispatcher);

function register(forwarded?: string): Promise<Response> {
  return fetch(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
    },
    body: JSON.stringify({
      client_name: 'An assistant',
      redirect_uris: ['http://127.0.0.1/callback'],
    }),
  });
}

describe.each(recipes)('the recipe for $name', ({ name, program, config, start }) => {
  const isInstalled = hasTool(program);
  const note = isInstalled ? name : `${toolNote(name)}`;
  let original: Dispatcher;
  beforeEach(() => {
    original = getGlobalDispatcher();
  });
  afterEach(() => setGlobalDispatcher(original));

  it.runIf(isInstalled)(`serves the API, MCP and the pages with TLS by ${note}`, async () => {
    const { ready, target } = await behindProxy();
    const proxy = await start({ config, target, certificate: certificate() });
    reach(proxy.dispatcher());
    const { api_key = '' } = ready;
    const response = await fetch(`${baseUrl}/api/v1/news/latest?limit=1`, {
      headers: { authorization: `Bearer ${api_key}` },
    });
    expect(response.status).toBe(200);
    const client = await connectCurrent(byKey({ baseUrl }, api_key));
    expect((await client.callTool({ name: 'account.overview' })).isError).not.toBe(true);
    const metadata = await fetch(`${baseUrl}/.well-known/oauth-authorization-server`);
    expect(await metadata.json()).toMatchObject({ issuer: expect.stringContaining(baseUrl) });
    const link = new URL(ready.settings_url);
    expect(link.origin).toBe(baseUrl);
    const browser = new TestBrowser({ baseUrl });
    expect((await browser.signIn(link.href)).status).toBe(303);
    expect([...browser.cookies.keys()]).toContain('__Host-newswatch_session');
    expect((await browser.get('/settings/agents')).status).toBe(200);
  });

  it.runIf(isInstalled)(
    `passes the address of the client, which cannot forge it, by ${note}`,
    async () => {
      const { target } = await behindProxy();
      const proxy = await start({ config, target, certificate: certificate() });
      reach(proxy.dispatcher('127.0.0.2'));
      const statuses = new Set<number>();
      // Loopback addresses other than the proxy's are clients.
      for (let n = 0; n < 21; n += 1) statuses.add((await register()).status);
      expect([...statuses]).toEqual([201, 429]);
      expect((await register('192.0.2.1')).status).toBe(429);
      reach(proxy.dispatcher('127.0.0.3'));
      expect((await register()).status).toBe(201);
    },
  );

  it.runIf(isInstalled)(`passes the error for a body that is too large by ${note}`, async () => {
    const { ready, target } = await behindProxy();
    const proxy = await start({ config, target, certificate: certificate() });
    reach(proxy.dispatcher());
    const response = await fetch(`${baseUrl}/api/v1/news/search`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ready.api_key ?? ''}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: 'x'.repeat(1.5 * 1024 * 1024) }),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: 'payload_too_large' });
  });

  it.runIf(isInstalled)(
    `does not take the server for broken because of bodies, by ${note}`,
    async () => {
      const { target } = await behindProxy();
      const proxy = await start({ config, target, certificate: certificate() });
      reach(proxy.dispatcher());
      const body = 'x'.repeat(1024 * 1024);
      const send = (path: string) => fetch(`${baseUrl}${path}`, { method: 'POST', body });
      const statuses = { token: new Set<number>(), monitors: new Set<number>() };
      for (let n = 0; n < 10; n += 1) statuses.token.add((await send('/oauth/token')).status);
      // Together they are beyond the limit of bodies that are being received from an address.
      const monitors = Array.from({ length: 40 }, () => send('/api/v1/monitors'));
      for (const { status } of await Promise.all(monitors)) statuses.monitors.add(status);
      expect([...statuses.token]).toEqual([413]);
      expect([401, 429]).toEqual(expect.arrayContaining([...statuses.monitors]));
      expect((await fetch(`${baseUrl}/livez`)).status).toBe(200);
    },
  );

  it.runIf(isInstalled)(`passes the host with its port by ${note}`, async () => {
    const echo = createServer(({ headers }, response) => response.end(headers.host));
    const target = await listeningAt(echo);
    reach((await start({ config, target, certificate: certificate() })).dispatcher());
    const host = `${publicHost}:8443`;
    expect(await (await fetch(`https://${host}/`)).text()).toBe(host);
  });

  it.runIf(isInstalled)(`passes each part of a stream at once by ${note}`, async () => {
    let finish = () => {};
    const target = await listeningAt(
      createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
        finish = () => response.end('data: 2\n\n');
      }),
    );
    const proxy = await start({ config, target, certificate: certificate() });
    reach(proxy.dispatcher());
    const { body } = await fetch(`${baseUrl}/mcp`, { method: 'POST', body: '{}' });
    const parts = body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await parts?.read())?.value).toBe('data: 1\n\n');
    finish();
    expect((await parts?.read())?.value).toBe('data: 2\n\n');
  });

  it.runIf(isInstalled).each([
    ['is not running', async () => `127.0.0.1:${await freePort()}`],
    ['is lost', () => listeningAt(createServer(({ socket }) => socket.destroy()))],
  ])(`responds as the service would if that %s, by ${note}`, async (_, targetOf) => {
    const target = await targetOf();
    reach((await start({ config, target, certificate: certificate() })).dispatcher());
    expect(await unavailable()).toBe('no server responded; changes may have been made');
  });
});

/** Sends a write that no server carries out. @returns the message of the error */
async function unavailable(): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/monitors`, { method: 'POST', body: '{}' });
  const { status, headers } = response;
  expect({
    status,
    retryAfter: headers.get('retry-after'),
    type: headers.get('content-type'),
  }).toEqual({ status: 503, retryAfter: '5', type: 'application/json' });
  const { error, message } = (await response.json()) as { error: string; message: string };
  expect(error).toBe('unavailable');
  return message;
}

/** A recipe for three servers, with these. */
function withServers(addresses: readonly string[], recipe = severalServers): string {
  return addresses.reduce(
    (text, address, n) => text.replace(`10.0.0.${n + 1}:8787`, address),
    recipe,
  );
}

/** The recipe for three servers behind nginx. */
const nginxWithServers = nginxConfig
  .replace(/upstream newswatch \{.*?\n\}\n/s, severalUpstreams)
  .replace('proxy_buffering off;', 'proxy_buffering off;\n\t\tproxy_connect_timeout 2s;');

describe('the other recipes', () => {
  const [, nginx] = recipes;
  const original = getGlobalDispatcher();
  afterEach(() => setGlobalDispatcher(original));

  it.runIf(hasTool('/usr/bin/caddy'))(
    'leaves out a server that is not ready, with Caddy',
    async () => {
      const { target } = await behindProxy();
      const addresses = [`127.0.0.1:${await freePort()}`, target, `127.0.0.1:${await freePort()}`];
      const config = withServers(addresses);
      const proxy = await startCaddy({ config, target, certificate: certificate() });
      reach(proxy.dispatcher());
      for (let n = 0; n < 6; n += 1) expect((await fetch(`${baseUrl}/livez`)).status).toBe(200);
    },
  );

  it.runIf(hasTool(nginx?.program ?? ''))(
    'sends requests that a server did not accept to the next one, with nginx',
    async () => {
      const { ready, target } = await behindProxy();
      const addresses = [`127.0.0.1:${await freePort()}`, target, `127.0.0.1:${await freePort()}`];
      const config = withServers(addresses, nginxWithServers);
      expect(config).toContain('proxy_connect_timeout');
      const proxy = await startNginx({ config, target: '', certificate: certificate() });
      reach(proxy.dispatcher());
      const { api_key = '' } = ready;
      const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ query: 'otters' });
      for (let n = 0; n < 6; n += 1) {
        expect((await fetch(`${baseUrl}/livez`)).status).toBe(200);
        const url = `${baseUrl}/api/v1/news/search`;
        expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
      }
    },
  );

  it.runIf(hasTool(nginx?.program ?? ''))(
    'responds as the service would if no server is running, with nginx',
    async () => {
      const ports = [await freePort(), await freePort(), await freePort()];
      const config = withServers(
        ports.map((port) => `127.0.0.1:${port}`),
        nginxWithServers,
      );
      const proxy = await startNginx({ config, target: '', certificate: certificate() });
      reach(proxy.dispatcher());
      expect(await unavailable()).toBe('no server responded; changes may have been made');
    },
  );

  it.runIf(hasTool('/usr/bin/caddy'))(
    'responds as the service would if no server is ready, with Caddy',
    async () => {
      const checked: string[] = [];
      const unready = async () => {
        const target = await listeningAt(
          createServer((_request, response) => {
            checked.push(target);
            response.writeHead(503).end();
          }),
        );
        return target;
      };
      const targets = [await unready(), await unready(), await unready()];
      const config = withServers(targets);
      const proxy = await startCaddy({ config, target: '', certificate: certificate() });
      reach(proxy.dispatcher());
      await eventually(() => new Set(checked).size === targets.length);
      expect(await unavailable()).toBe('no server is ready; nothing was changed');
    },
  );

  it.runIf(hasTool(nginx?.program ?? ''))(
    'redirects to https and logs no secrets, with nginx',
    async () => {
      const { target } = await behindProxy();
      const proxy = await startNginx({ config: nginxConfig, target, certificate: certificate() });
      const plain = await fetch(`${proxy.plainOrigin}/x?y=1`, {
        headers: { host: publicHost },
        redirect: 'manual',
      });
      expect(plain.status).toBe(301);
      reach(proxy.dispatcher());
      for (const path of ['/mcp/nw_secret', '/sign-in?token=secret', '/livez'])
        await (await fetch(`${baseUrl}${path}`)).text();
      const log = readFileSync(proxy.log, 'utf8');
      expect(log).toContain('GET /livez');
      expect(log).not.toContain('secret');
    },
  );
});
