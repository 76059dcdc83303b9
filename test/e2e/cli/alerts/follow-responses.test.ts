import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { mockServer, rawServer } from '../../../helpers/mock-server.ts';
import { testServer, unpaidKey } from '../../../helpers/server.ts';
import { clientOf } from '../../../helpers/watch.ts';
import { follow } from './following.ts';

const longAgo = ['--since', '2020-01-01T00:00:00Z'];

/** A service that sends these responses to successive polls; the last one repeats. */
function serviceSending(...responses: (() => Response)[]) {
  let polls = 0;
  return mockServer(
    http.get('*/api/v1/alerts', () => {
      polls += 1;
      const response = responses[Math.min(polls, responses.length) - 1];
      return response?.() ?? HttpResponse.error();
    }),
  );
}

const json = (text: string, init?: ResponseInit) => () => new Response(text, init);

const alertNumber = (number: number) => ({
  ...{ id: `alert_${number}`, monitor_id: 'm', monitor_title: 't', run_id: 'r', results: [] },
  created_at: new Date(Date.UTC(2026, 10, 20) + number * 1000).toISOString(),
});

const listOf = (...numbers: number[]) => json(JSON.stringify({ alerts: numbers.map(alertNumber) }));

describe.concurrent('an alert', () => {
  it('is printed on one line as sent, with control characters escaped', async () => {
    const second =
      '{"z": 1E400, "id":"b",\r\n  "created_at": "2026-11-20T00:00:02.1234567+01:00",\n\t"t": "}],\\n\u009b2J",\n  "deep": [[{}, []]] }';
    const first = '{"id":"a","n":12345678901234567890.10,"created_at":"2026-11-19T00:00:00Z"}';
    const { line } = follow(
      await serviceSending(
        json(`\n{ "more": [{"alerts": 1}],\n "alerts" : [\n${second} ,\n${first}\n]}`),
      ),
      longAgo,
    );
    expect(await line()).toBe(first);
    expect(await line()).toBe(
      '{"z":1E400,"id":"b","created_at":"2026-11-20T00:00:02.1234567+01:00","t":"}],\\n\\u009b2J","deep":[[{},[]]]}',
    );
  });

  it('is printed once, even if it is listed late', async () => {
    const { alerts } = follow(
      await serviceSending(listOf(2), listOf(2), listOf(3, 2, 1), listOf(4, 3, 2, 1)),
      longAgo,
    );
    expect((await alerts(4)).map(({ id }) => id)).toEqual([
      'alert_2',
      'alert_1',
      'alert_3',
      'alert_4',
    ]);
  });

  it('that does not match its schema is printed with one warning; without created_at it ends following', async () => {
    const { id, created_at } = alertNumber(1);
    const { line, note, ended } = follow(
      await serviceSending(
        json(JSON.stringify({ alerts: [{ id, created_at }] })),
        json(JSON.stringify({ alerts: [{ id, created_at }] })),
        json('{"alerts":[{"id":"b"}]}'),
      ),
      longAgo,
    );
    expect(JSON.parse((await line()) ?? '')).toEqual({ id, created_at });
    expect(await ended()).toBe(8);
    expect(await note()).toMatch(/following/);
    expect(await note()).toMatch(/^newswatch: warning: .*alerts\.0\.monitor_id/);
    expect(JSON.parse((await note()) ?? '')).toMatchObject({ error: 'bad_response', exit_code: 8 });
  });
});

describe.concurrent('more alerts than one page', () => {
  it('works with a service that lists the newest first, with a warning', async () => {
    const numbers = Array.from({ length: 100 }, (_, index) => 100 - index);
    const { alerts, note } = follow(await serviceSending(listOf(...numbers)), longAgo);
    expect((await alerts(100)).map(({ id }) => id)).toEqual(
      numbers.map((number) => `alert_${number}`).reverse(),
    );
    await note();
    expect(await note()).toMatch(
      /warning: .* only the newest 100 alerts: older ones may be missing/,
    );
  });

  it('pages past a full page of alerts with the same created_at', async () => {
    const { created_at } = alertNumber(2);
    const instant = Array.from({ length: 100 }, (_, index) => ({
      ...alertNumber(2),
      id: `same_${index}`,
    }));
    const server = await mockServer(
      http.get('*/api/v1/alerts', ({ request }) => {
        const since = new URL(request.url).searchParams.get('since') ?? '';
        const alerts = since <= created_at ? instant : [alertNumber(3)];
        return HttpResponse.json({ alerts });
      }),
    );
    const { alerts, note } = follow(server, longAgo);
    expect((await alerts(101)).at(-1)?.id).toBe('alert_3');
    await note();
    expect(await note()).toMatch(/warning: more than 100 alerts .* some may be missing/);
  });

  it('are read without a pause, moving only `since`', async () => {
    const server = await mockServer(
      http.get('*/api/v1/alerts', ({ request }) => {
        const { searchParams } = new URL(request.url);
        expect([...searchParams.keys()].sort()).toEqual(['limit', 'since']);
        const since = searchParams.get('since') ?? '';
        const all = Array.from({ length: 350 }, (_, index) => alertNumber(index));
        const alerts = all.filter(({ created_at }) => created_at >= since).slice(0, 100);
        return HttpResponse.json({ alerts });
      }),
    );
    const { alerts } = follow(server, [...longAgo, '--interval', '3600']);
    const expected = Array.from({ length: 350 }, (_, index) => `alert_${index}`);
    expect((await alerts(350)).map(({ id }) => id)).toEqual(expected);
  });
});

describe.concurrent('an unavailable service', () => {
  const busy = '{"error":"rate_limited","message":"slowly"}';
  it.each([
    [
      '429 with Retry-After',
      json(busy, { status: 429, headers: { 'retry-after': '2' } }),
      '429; retrying in 2 s',
    ],
    [
      'a page with Retry-After',
      json('<html>', { status: 503, headers: { 'retry-after': '2' } }),
      'a page, not JSON; retrying in 2 s',
    ],
    [
      '500',
      json('{"error":"internal","message":"oh"}', { status: 500 }),
      'the service responded with status 500; retrying in',
    ],
  ])('%s: retries and logs it', async (_, response, logged) => {
    const { alerts, note } = follow(await serviceSending(response, listOf(1)), longAgo);
    await note();
    expect(await note()).toContain(logged);
    expect(await alerts(1)).toMatchObject([{ id: 'alert_1' }]);
  });

  it('restarts without a lost or repeated alert', async () => {
    const data = await mkdtemp(join(tmpdir(), 'newswatch-follow-'));
    const first = await testServer({ data });
    const port = Number(new URL(first.baseUrl).port);
    const follower = follow(first);
    await follower.note();
    const makeAlert = async (server: typeof first) => {
      const client = clientOf(server);
      const { id } = await client.monitors.create({ prompt: 'chip exports', on_demand: true });
      await server.addNews([{ id, title: `Chip exports of ${id.replace('mon_', 'Port')} rise` }]);
      return (await client.monitors.run({ id })).id;
    };
    const before = await makeAlert(first);
    expect((await follower.alerts(1))[0]?.run_id).toBe(before);
    await first.close();
    // The server may have closed the connection of a request in progress.
    expect(await follower.note()).toMatch(/no (connection to|response from) .* retrying in/);
    const after = await makeAlert(await testServer({ data, port }));
    expect((await follower.alerts(1))[0]?.run_id).toBe(after);
  });

  it('does not prevent exiting on a signal', async () => {
    const away = follow({ baseUrl: 'http://127.0.0.1:9' });
    expect(await away.note()).toMatch(/retrying/);
    expect(await away.stop('SIGINT')).toBe(130);
    let onRequest = () => {};
    const requested = new Promise<void>((resolve) => {
      onRequest = resolve;
    });
    const waiting = follow(await rawServer(() => onRequest()));
    await requested;
    expect(await waiting.stop('SIGTERM')).toBe(143);
    expect(await waiting.note()).toBeUndefined();
  });
});

describe.concurrent('an error response', () => {
  it.each([
    ['401', 'nw_unknown_0123456789', 4, 'unauthorized'],
    ['402', unpaidKey, 3, 'plan_required'],
  ])('%s of the service is printed unchanged and ends it', async (_, key, code, error) => {
    const server = await testServer();
    const follower = follow(server, ['--bookmark', 'refused'], { SERVICE_API_KEY: key });
    expect(await follower.ended()).toBe(code);
    expect(JSON.parse((await follower.line()) ?? '')).toMatchObject({ error });
    expect(await follower.line()).toBeUndefined();
    expect(await follower.note()).toContain(`newswatch: ${error}: `);
    expect(await follower.note()).toBeUndefined();
  });

  it.each([
    [400, 1],
    [403, 4],
    [404, 5],
  ])('%i ends it with %i, on one line', async (status, code) => {
    const body = '{\n  "error": "no",\n  "n": 1.50\n}\n';
    const follower = follow(await serviceSending(listOf(), json(body, { status })), longAgo);
    expect(await follower.ended()).toBe(code);
    expect(await follower.line()).toBe('{"error":"no","n":1.50}');
    expect(await follower.line()).toBeUndefined();
  });

  it('an HTML page ends it with 8', async () => {
    const follower = follow(await serviceSending(json('<html>Sign in</html>')));
    expect(await follower.ended()).toBe(8);
    expect(JSON.parse((await follower.note()) ?? '')).toMatchObject({ error: 'bad_response' });
  });
});
