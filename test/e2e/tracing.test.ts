import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { createClient } from 'newswatch';
import { beforeAll, describe, expect, it } from 'vitest';
import { closeAll, closing } from '../helpers/closing.ts';
import { codeBlocks, project, readDocument } from '../helpers/documents.ts';
import { pollUntil } from '../helpers/eventually.ts';
import { folderEnv, workFolder } from '../helpers/examples.ts';
import { postRpc, toolCall } from '../helpers/json-rpc.ts';
import { serveWith } from '../helpers/serve.ts';
import { paidKey } from '../helpers/server.ts';
import { webhookReceiver } from '../helpers/webhook-receiver.ts';

interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code: number };
}

interface ExportedTraces {
  resourceSpans: { scopeSpans: { scope: { name: string }; spans: ExportedSpan[] }[] }[];
}

/** A receiver of OpenTelemetry's protocol. */
async function collector() {
  const bodies: ExportedTraces[] = [];
  const server = createServer(async (request, response) => {
    bodies.push((await json(request)) as ExportedTraces);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing({ close: async () => server.close() });
  const scopes = () => bodies.flatMap(({ resourceSpans }) => resourceSpans[0]?.scopeSpans ?? []);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => JSON.stringify(bodies),
    spans: () => scopes().flatMap(({ spans }) => spans),
  };
}

const page = readDocument('docs/operations/monitoring.md');
const [sdk = ''] = codeBlocks(page, 'js');
const [, start = ''] = codeBlocks(page, 'sh');
const [, program = ''] = /^node (--import \S+) /m.exec(start) ?? [];

const kinds = { internal: 1, server: 2, client: 3 };
const failed = 2;

const attributesOf = ({ attributes }: ExportedSpan) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );

/** Starts the server as the page says. */
async function tracedServer(endpoint: string, ...flags: string[]) {
  const folder = workFolder();
  symlinkSync(
    join(project, 'node_modules/@opentelemetry'),
    join(folder, 'node_modules/@opentelemetry'),
  );
  writeFileSync(join(folder, 'otel.mjs'), sdk);
  const imported = program.replace('./', `${folder}/`).split(' ');
  const env = folderEnv(folder, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  const binary = join(folder, 'node_modules/newswatch/bin/newswatch.cjs');
  const options = { env, program: [process.execPath, ...imported, binary] };
  return serveWith(options, '--data', ':memory:', ...flags);
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const headers = {
  authorization: `Bearer ${paidKey}`,
  traceparent: `00-${traceId}-${spanId}-01`,
};

describe('spans of the SDK that monitoring.md names', () => {
  let spans: ExportedSpan[];
  let text: string;
  let log: string;
  let webhookUrl: string;
  const named = (name: string) => spans.filter((each) => each.name === name);
  const attemptsAfter = (run: ExportedSpan | undefined) =>
    named('POST webhook').filter(
      (each) => each.traceId === run?.traceId && each.parentSpanId === run?.spanId,
    );
  const logged = (event: string) =>
    log
      .split('\n')
      .filter((line) => line.includes(`"event":"${event}"`))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  beforeAll(async () => {
    const collected = await collector();
    const known = new Set<string>();
    // Fails the first attempt of each event.
    const receiver = await webhookReceiver((response, { body }) => {
      const { id } = JSON.parse(body.toString()) as { id: string };
      response.writeHead(known.has(id) ? 204 : 500).end();
      known.add(id);
    });
    webhookUrl = `${receiver.url}/private-path`;
    const fixture = join(workFolder(), 'fixture.json');
    const account = 'acc';
    const world = {
      accounts: [{ id: account, keys: [paidKey] }],
      news: [{ title: 'Otters return to the river' }, { title: 'Glaciers retreat' }],
      monitors: [
        { account, id: 'mon_1', prompt: 'otters', every_minutes: 1440 },
        { account, id: 'mon_2', prompt: 'glaciers', every_minutes: 5 },
      ],
      connections: [{ account, id: 'chan_1', webhook_url: webhookUrl }],
    };
    writeFileSync(fixture, JSON.stringify(world), { mode: 0o600 });
    const flags = ['--allow-private-webhooks', '--clock-rate', '600', '--fixture', fixture];
    const fault = ['--fault', 'usage=503:1'];
    const server = await tracedServer(collected.url, ...flags, ...fault);
    const { base_url } = server.ready;
    const get = (path: string, init = {}) => fetch(`${base_url}${path}`, { headers, ...init });
    await get('/api/v1/news/search', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'secret-plans' }),
    });
    await get('/api/v1/usage');
    await get('/no/such-path');
    await get('/readyz');
    const client = createClient({ baseUrl: base_url, apiKey: paidKey });
    await client.monitors.list();
    const scheduled = async () => (await client.monitors.runs({ id: 'mon_2' })).runs.length > 0;
    await pollUntil(scheduled, 20_000);
    await postRpc(`${base_url}/mcp`, toolCall('monitors.run', { monitor_id: 'mon_1' }), headers);
    const attempts = () => server.log().split('"delivery attempted"').length - 1;
    await pollUntil(async () => attempts() === 4, 20_000);
    await server.end('SIGTERM');
    spans = collected.spans();
    text = collected.text();
    log = server.log();
    return closeAll;
  }, 60_000);

  it('are in the trace of the caller, with the names of operations', () => {
    const [search] = named('news.search');
    expect(search).toMatchObject({ traceId, parentSpanId: spanId, kind: kinds.server });
    expect(search && attributesOf(search)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/v1/news/search',
      'url.path': '/api/v1/news/search',
      'url.scheme': 'http',
      'http.response.status_code': 200,
    });
    expect(logged('request').filter(({ trace_id }) => trace_id === traceId)).toHaveLength(4);
  });

  it('of pages and unknown paths have no path in their name', () => {
    expect(named('GET /readyz')).toHaveLength(1);
    const [other] = spans.filter((each) => attributesOf(each)['url.path'] === '/***/***');
    expect(other && attributesOf(other)).toMatchObject({ 'http.response.status_code': 404 });
  });

  it('begin a trace for a request without one, as the log says', () => {
    const [list] = named('monitors.list');
    expect(list?.parentSpanId ?? '').toBe('');
    expect(list?.traceId).not.toBe(traceId);
    const [line] = logged('request').filter(({ path }) => path === '/api/v1/monitors');
    expect(line?.['trace_id']).toBe(list?.traceId);
  });

  it('fail with a response of 5xx', () => {
    const [usage] = named('usage');
    expect(usage?.status).toEqual({ code: failed });
    expect(usage && attributesOf(usage)).toMatchObject({ 'error.type': '503' });
    expect(named('news.search')[0]?.status).toEqual({ code: 0 });
  });

  it('lead from an MCP request to its tool, its run, and all attempts of its event', () => {
    const [request] = named('POST /mcp');
    const [tool] = named('tools/call monitors.run');
    const [run] = named('monitor run').filter((each) => each.traceId === traceId);
    expect(request).toMatchObject({ parentSpanId: spanId });
    expect(tool).toMatchObject({ traceId, parentSpanId: request?.spanId, kind: kinds.internal });
    expect(run).toMatchObject({ traceId, parentSpanId: tool?.spanId });
    expect(run && attributesOf(run)).toEqual({
      'newswatch.monitor.id': 'mon_1',
      'newswatch.run.trigger': 'on_demand',
      'newswatch.run.status': 'completed',
    });
    const attempts = attemptsAfter(run);
    expect(attempts.map(({ kind }) => kind)).toEqual([kinds.client, kinds.client]);
    expect(attempts.map(({ status }) => status.code)).toEqual([failed, 0]);
    const [first, second] = attempts.map(attributesOf);
    expect(first).toMatchObject({ 'http.response.status_code': 500, 'error.type': 'http_500' });
    expect(second).toMatchObject({
      'http.response.status_code': 204,
      'http.request.resend_count': 1,
      'newswatch.connection.id': 'chan_1',
    });
    const lines = logged('delivery attempted').filter(({ trace_id }) => trace_id === traceId);
    expect(lines.map(({ attempts }) => attempts)).toEqual([1, 2]);
  });

  it('of a scheduled run begin a trace, which its attempts belong to', () => {
    const runs = named('monitor run').filter((each) => each.traceId !== traceId);
    expect(runs.filter(({ parentSpanId = '' }) => parentSpanId !== '')).toEqual([]);
    expect(runs.flatMap(attemptsAfter)).toHaveLength(2);
  });

  it('contain no keys, queries and addresses', () => {
    const secrets = [paidKey, 'secret-plans', 'such-path', webhookUrl, 'private-path', 'tters'];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(log).toContain('"event":"tracing started"');
  });
});
