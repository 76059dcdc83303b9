import { ManualClock, startServer } from 'newswatch/server';
import { describe, expect, it } from 'vitest';
import { accountLimits } from '../../../../src/server/domain/accounts/limits.ts';
import { PrometheusMetrics } from '../../../../src/server/metrics/prometheus.ts';
import { createAdapterFactory } from '../../../../src/server/surfaces/oauth/adapter.ts';
import { oauthLimits } from '../../../../src/server/surfaces/oauth/limits.ts';
import { closing } from '../../../helpers/closing.ts';
import { feedServer } from '../../../helpers/feed-server.ts';
import { postRpc, toolCall } from '../../../helpers/json-rpc.ts';
import { rawRequest } from '../../../helpers/raw-request.ts';
import { scrape } from '../../../helpers/scrape.ts';
import { paidKey, testServer } from '../../../helpers/server.ts';
import { TestBrowser } from '../../../helpers/test-browser.ts';
import { openTestStore } from '../../../helpers/test-store.ts';
import { webhookReceiver } from '../../../helpers/webhook-receiver.ts';

const anyPort = { metrics: '127.0.0.1:0' };
const headers = { authorization: `Bearer ${paidKey}` };

const requests = (operation: string, status: number) =>
  `newswatch_http_requests_total{operation="${operation}",status="${status}"}`;

describe('the metrics', () => {
  it('count requests by operation, or route of a page, and status', async () => {
    const { baseUrl, metricsUrl } = await testServer(anyPort);
    await fetch(`${baseUrl}/api/v1/news/latest`, { headers });
    await fetch(`${baseUrl}/api/v1/news/${'x'.repeat(40)}`, { headers });
    await fetch(`${baseUrl}/api/v1/news/latest`);
    await fetch(`${baseUrl}/api/v1/news/latest`, { method: 'DELETE', headers });
    await fetch(`${baseUrl}/readyz`, { method: 'HEAD' });
    await fetch(`${baseUrl}/oauth/token`, { method: 'POST' });
    await fetch(`${baseUrl}/sign-in?token=${paidKey}`);
    await fetch(`${baseUrl}/nothing`);
    await fetch(`${baseUrl}/nothing`, { headers: { accept: 'text/html' } });
    const series = await scrape(metricsUrl);
    expect(series.get(requests('news.latest', 200))).toBe(1);
    expect(series.get(requests('news.get', 404))).toBe(1);
    expect(series.get(requests('news.latest', 401))).toBe(1);
    expect(series.get(requests('other', 405))).toBe(1);
    expect(series.get(requests('other', 404))).toBe(2);
    expect(series.get(requests('/readyz', 200))).toBe(1);
    expect(series.get(requests('/oauth/token', 400))).toBe(1);
    expect([...series.keys()].some((each) => each.includes('operation="/sign-in"'))).toBe(true);
    const durations = 'newswatch_http_request_duration_seconds_count{operation="news.latest"}';
    expect(series.get(durations)).toBe(2);
  });

  it('count requests of OAuth that a limit of the address rejects', async () => {
    const { baseUrl, metricsUrl } = await testServer({
      ...anyPort,
      rateLimits: { address: '1/1m' },
    });
    const post = () => fetch(`${baseUrl}/oauth/token`, { method: 'POST' });
    await post();
    await post();
    expect((await scrape(metricsUrl)).get(requests('/oauth/token', 429))).toBe(1);
  });

  it('count API keys beyond the maximum of an account', async () => {
    const keys = Array.from({ length: accountLimits.maxKeys }, (_, n) => `${paidKey}${n}`);
    const server = await testServer({ ...anyPort, fixture: { accounts: [{ id: 'full', keys }] } });
    const browser = new TestBrowser(server);
    await browser.signIn(server);
    const path = '/settings/agents';
    expect((await browser.submit(path, `${path}/make-key`, { name: 'x' })).status).toBe(400);
    const series = await scrape(server.metricsUrl);
    expect(series.get('newswatch_quota_exceeded_total{quota="keys"}')).toBe(1);
  });

  it('count OAuth clients that are deleted because too many are not used', async () => {
    const store = closing(await openTestStore());
    const metrics = new PrometheusMetrics();
    const addressOf = () => '192.0.2.1';
    const clock = new ManualClock('2026-11-20T12:00:00Z');
    const clients = createAdapterFactory({ store: store.oauth, clock, metrics, addressOf })(
      'Client',
    );
    for (let count = 0; count < oauthLimits.maxUnusedClients + 2; count += 1) {
      await clients.upsert(`client${count}`, {});
    }
    expect(await metrics.text()).toContain('newswatch_oauth_clients_deleted_total 2\n');
  });

  it('count requests that no surface handles', async () => {
    const { baseUrl, metricsUrl } = await testServer(anyPort);
    const host = `Host: ${new URL(baseUrl).host}\r\nConnection: close`;
    const heads = [
      'GET / HTTP/1.1\r\n',
      'not HTTP\r\n',
      'CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: 127.0.0.1:1\r\n',
      `GET / HTTP/1.1\r\n${host}\r\nExpect: a miracle\r\n`,
    ];
    for (const head of heads) await rawRequest({ baseUrl }, `${head}\r\n`);
    expect((await scrape(metricsUrl)).get(requests('other', 400))).toBe(heads.length);
    await rawRequest(
      { baseUrl },
      `GET / HTTP/1.1\r\n${host}\r\n\r\n`.repeat(11).replaceAll('close', 'keep-alive'),
    );
    expect((await scrape(metricsUrl)).get(requests('other', 429))).toBe(1);
  });

  it('count MCP calls by operation and outcome, without the key of a path', async () => {
    const { baseUrl, metricsUrl } = await testServer(anyPort);
    await postRpc(`${baseUrl}/mcp/${paidKey}`, toolCall('news.latest'));
    await postRpc(`${baseUrl}/mcp`, toolCall('news.get', { news_id: 'none' }), headers);
    const series = await scrape(metricsUrl);
    const call = (operation: string, outcome: string) =>
      series.get(`newswatch_mcp_calls_total{operation="${operation}",outcome="${outcome}"}`);
    expect(call('news.latest', 'ok')).toBe(1);
    expect(call('news.get', 'not_found')).toBe(1);
    expect(series.get(requests('/mcp/:key', 200))).toBe(1);
    expect(series.get(requests('/mcp', 200))).toBe(1);
    expect([...series.keys()].join()).not.toContain(paidKey);
  });

  it('count webhook attempts by outcome and class of status, and the outbox', async () => {
    const receiver = await webhookReceiver(204, 418, 500);
    const { baseUrl, metricsUrl } = await testServer({
      ...anyPort,
      allowPrivateWebhooks: true,
    });
    const post = (path: string, body: object) =>
      fetch(`${baseUrl}/api/v1/delivery/${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const connected = await post('connect', { platform: 'webhook', webhook_url: receiver.url });
    const { channel } = (await connected.json()) as { channel: { id: string } };
    for (let n = 0; n < 3; n += 1) {
      await post('test', { channel_id: channel.id });
      await expect.poll(() => receiver.received.length).toBeGreaterThan(n);
    }
    const attempts = (outcome: string, error: string) =>
      `newswatch_webhook_attempts_total{outcome="${outcome}",error="${error}"}`;
    await expect
      .poll(async () => (await scrape(metricsUrl)).get(attempts('retry', 'http_5xx')))
      .toBeGreaterThanOrEqual(1);
    const series = await scrape(metricsUrl);
    expect(series.get(attempts('delivered', ''))).toBe(1);
    expect(series.get(attempts('failed', 'http_4xx'))).toBe(1);
    const count = 'newswatch_webhook_attempt_duration_seconds_count{outcome="delivered"}';
    expect(series.get(count)).toBe(1);
    expect(series.has('newswatch_outbox_deliveries{state="due"}')).toBe(true);
    expect(series.get('newswatch_store_up')).toBe(1);
  });

  it('count polls of feeds', async () => {
    const feed = await feedServer((request, response) => {
      if (request.url === '/feed') response.end('{"title":"Otters return"}\n');
      else response.writeHead(500).end();
    });
    const { metricsUrl } = await testServer({
      ...anyPort,
      feeds: [`${feed.origin}/feed`, `${feed.origin}/other`],
    });
    const polls = (outcome: string) =>
      `newswatch_feed_polls_total{feed="server",outcome="${outcome}"}`;
    await expect.poll(async () => (await scrape(metricsUrl)).get(polls('failed'))).toBe(1);
    await expect.poll(async () => (await scrape(metricsUrl)).get(polls('read'))).toBe(1);
  });

  it('have no more series after 2,000 addresses, ids, paths, keys and methods', async () => {
    const { baseUrl, metricsUrl } = await testServer({
      ...anyPort,
      trustedProxies: ['127.0.0.1'],
      rateLimits: { key: 'off' },
    });
    const request = (n: number) => {
      const from = { 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` };
      const own = { ...from, ...headers };
      const get = (path: string, init = own) => fetch(baseUrl + path, { headers: init });
      return Promise.all([
        get(`/nothing/${n}`),
        get(`/api/v1/news/item-${n}`),
        get('/api/v1/usage', { ...from, authorization: `Bearer key-${n}` }),
        get(`/oauth/consent/${n}`),
        fetch(`${baseUrl}/api/v1/monitors/m${n}/run`, { method: 'POST', headers: own }),
        fetch(`${baseUrl}/mcp/key-${n}`, { method: 'POST', headers: from }),
        postRpc(`${baseUrl}/mcp`, toolCall(`tool-${n}`), own),
        fetch(baseUrl, { method: `METHOD${n}`, headers: from }).catch(() => {}),
      ]);
    };
    const series = async () =>
      [...(await scrape(metricsUrl)).keys()].filter((name) => name.startsWith('newswatch_'));
    await request(0);
    const before = await series();
    for (let n = 1; n < 250; n += 1) await request(n);
    expect(await series()).toEqual(before);
  }, 60_000);

  it('are absent without the option, and from the address of the API', async () => {
    const { baseUrl, metricsUrl } = await testServer();
    expect(metricsUrl).toBeUndefined();
    expect((await fetch(`${baseUrl}/metrics`)).status).toBe(404);
  });

  it('are text of Prometheus at one path, for GET and HEAD', async () => {
    const { metricsUrl = '' } = await testServer(anyPort);
    const response = await fetch(metricsUrl);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect((await fetch(metricsUrl, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(405);
    expect((await fetch(new URL('/other', metricsUrl))).status).toBe(404);
  });

  it('end the start if their address is in use', async () => {
    const { metricsUrl = '' } = await testServer(anyPort);
    const { host } = new URL(metricsUrl);
    await expect(startServer({ metrics: host })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('are refused at an address of another form', async () => {
    await expect(startServer({ metrics: '9464' })).rejects.toThrow(
      'metrics must be host:port, such as 127.0.0.1:9464',
    );
  });
});

describe('a scrape while the store hangs', () => {
  it('ends within three seconds, without the gauges of the backlog', async () => {
    const metrics = new PrometheusMetrics();
    const errors = { unavailable: 2, disk_full: 0, conflict: 0, connection_closed: 0 };
    const store = { activity: () => ({ errors }), backlog: () => new Promise<never>(() => {}) };
    metrics.watch(store, () => 0);
    const started = performance.now();
    const text = await metrics.text();
    expect(performance.now() - started).toBeLessThan(3000);
    expect(text).toContain('newswatch_store_up 0\n');
    expect(text).toContain('newswatch_database_errors_total{kind="unavailable"} 2\n');
    expect(text).not.toMatch(/^newswatch_(outbox|tick|matching)/m);
  });
});
