import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { closing } from '../../helpers/closing.ts';
import { createEmptyDatabase, onPostgres, postgres } from '../../helpers/postgres.ts';
import { type RunningServe, serve } from '../../helpers/serve.ts';

/** Duration of the terminations, in seconds. */
const seconds = Number(process.env['NEWSWATCH_TERMINATION_SECONDS'] ?? 15);

/** Repeats a request until it is stopped, and counts its outcomes by status code. */
function repeatedly(send: () => Promise<Response>) {
  const outcomes = new Map<string, number>();
  let isStopped = false;
  const ended = (async () => {
    while (!isStopped) {
      const outcome = await send().then(
        async (response) => {
          await response.text();
          return String(response.status);
        },
        (error: Error) => `failed: ${error.cause ?? error}`,
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      await pause(5);
    }
    return outcomes;
  })();
  const stop = () => {
    isStopped = true;
    return ended;
  };
  return { stop };
}

/** Reads news and creates monitors at a server, in three loops each. */
function load(origin: string, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ prompt: 'tin prices', every_minutes: null });
  const loops = [1, 2, 3].flatMap(() => [
    repeatedly(() => fetch(`${origin}/api/v1/news/latest`, { headers })),
    repeatedly(() => fetch(`${origin}/api/v1/monitors`, { method: 'POST', headers, body })),
  ]);
  return async () => {
    const total: Record<string, number> = {};
    for (const outcomes of await Promise.all(loops.map(({ stop }) => stop()))) {
      for (const [name, count] of outcomes) total[name] = (total[name] ?? 0) + count;
    }
    return total;
  };
}

/** A load balancer that asks each server at `/readyz` and passes each request to a ready one. */
async function balancer() {
  const ready = new Set<string>();
  let turn = 0;
  /** Asks a server until it has ended. */
  async function watch(origin: string): Promise<void> {
    for (let status = 200; status !== 0; await pause(50)) {
      status = await fetch(`${origin}/readyz`).then(
        (response) => response.status,
        () => 0,
      );
      if (status === 200) ready.add(origin);
      else ready.delete(origin);
    }
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    turn += 1;
    const { authorization = '' } = request.headers;
    const target = [...ready][turn % ready.size];
    const passed = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization, 'content-type': 'application/json' },
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    }).catch((error: Error) => error);
    if (passed instanceof Error) response.destroy(passed);
    else response.writeHead(passed.status).end(await passed.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing({
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  });
  const { port } = server.address() as AddressInfo;
  const isReady = (origin: string) => ready.has(origin);
  return { origin: `http://127.0.0.1:${port}`, watch, isReady };
}

describe.skipIf(!postgres)(`servers ${onPostgres}`, () => {
  it('survive the termination of every connection, and lose only single requests', async () => {
    const address = await createEmptyDatabase();
    const running = await serve('--sample', '--database', address);
    const { base_url, api_key = '' } = running.ready;
    const stopLoad = load(base_url, api_key);
    const administrator = new pg.Client({ connectionString: address });
    await administrator.connect();
    closing({ close: () => administrator.end() });
    let terminated = 0;
    for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
      const { rowCount } = await administrator.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'newswatch' AND datname = current_database()`,
      );
      terminated += rowCount ?? 0;
      await pause(5);
    }
    const outcomes = await stopLoad();
    expect(terminated).toBeGreaterThan(seconds * 10);
    expect(running.child.exitCode).toBeNull();
    expect(Object.keys(outcomes).filter((each) => !['200', '503'].includes(each))).toEqual([]);
    expect((await fetch(`${base_url}/readyz`)).status).toBe(200);
    expect(await running.end('SIGTERM')).toBe(143);
  }, 180_000);

  it('are replaced one after the other without a failed request', async () => {
    const address = await createEmptyDatabase();
    const start = () => serve('--sample', '--drain-delay', '1', '--database', address);
    const { origin, watch, isReady } = await balancer();
    const add = async (running: RunningServe) => {
      void watch(running.ready.base_url);
      while (!isReady(running.ready.base_url)) await pause(20);
    };
    let current = await start();
    const { api_key = '' } = current.ready;
    await add(current);
    const stopLoad = load(origin, api_key);
    for (let replaced = 0; replaced < 4; replaced += 1) {
      const next = await start();
      await add(next);
      expect(await current.end('SIGTERM')).toBe(143);
      current = next;
    }
    const outcomes = await stopLoad();
    expect(outcomes).toEqual({ 200: expect.any(Number) });
  }, 180_000);
});
