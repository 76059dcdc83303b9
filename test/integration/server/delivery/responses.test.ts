import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sign } from '../../../../src/webhooks/sign.ts';
import { rawServer } from '../../../helpers/odd-server.ts';
import { connect, recordOf, startWatch } from '../../../helpers/watch.ts';
import { webhookReceiver } from '../../../helpers/webhook-receiver.ts';

/** Runs the monitor with one connection to the URL and gives its record after the first attempt. */
async function firstAttempt(url: string) {
  const { client, monitor } = await startWatch();
  const { channel } = await connect(client, url);
  await client.monitors.run({ id: monitor.id });
  return recordOf(client, channel.id);
}

async function firstAttemptAt(...answers: Parameters<typeof webhookReceiver>) {
  return firstAttempt((await webhookReceiver(...answers)).url);
}

describe('the event', () => {
  it('is the document’s payload, signed over its exact bytes', async () => {
    const { client, monitor } = await startWatch();
    const receiver = await webhookReceiver(204);
    const { channel, signing_secret } = await connect(client, receiver.url, monitor.id);
    const run = await client.monitors.run({ id: monitor.id });
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = receiver.received;
    const payload = JSON.parse(body.toString());
    expect(payload).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'news.alert',
      created_at: expect.stringMatching(/Z$/),
      monitor_id: monitor.id,
      monitor_title: monitor.title,
      run_id: run.id,
      articles: run.results.map(({ title, summary, links, publication_date }) => ({
        title,
        url: links[0]?.url,
        description: summary,
        publication_date,
      })),
      results: run.results,
    });
    const timestamp = String(headers['x-service-timestamp']);
    expect(timestamp).toMatch(/^\d{10}$/);
    expect(headers['x-service-event-id']).toBe(payload.id);
    expect(headers['x-service-signature']).toBe(sign(signing_secret, timestamp, body));
    expect(headers['content-type']).toBe('application/json');
    expect(run.broadcast_results).toMatchObject([{ channel_id: channel.id, status: 'delivered' }]);
  });
});

describe('answers (cases 10 to 14)', () => {
  it.each([200, 201, 204])('case 10: %i is delivered', async (status) => {
    expect(await firstAttemptAt(status)).toMatchObject({
      status: 'delivered',
      last_status_code: status,
      next_attempt_at: null,
    });
  });

  it.each([301, 302, 303, 307, 308])(
    'case 10: %i is not followed and fails for good',
    async (status) => {
      const elsewhere = await webhookReceiver(200);
      const record = await firstAttemptAt((response) =>
        response.writeHead(status, { location: elsewhere.url }).end(),
      );
      expect(record).toMatchObject({ status: 'failed', last_error: 'redirect' });
      expect(elsewhere.received).toEqual([]);
    },
  );

  it.each([400, 401, 404, 408, 410, 422])('case 11: %i fails at once', async (status) => {
    expect(await firstAttemptAt(status)).toMatchObject({
      status: 'failed',
      attempts: 1,
      last_error: `http_${status}`,
    });
  });

  it.each([429, 500, 502, 503, 504])('case 11: %i is retried', async (status) => {
    expect(await firstAttemptAt(status)).toMatchObject({
      status: 'retrying',
      attempts: 1,
      last_error: `http_${status}`,
    });
  });

  it.each([
    ['5', 5000],
    ['86400', 600_000],
    ['soon', 1000],
  ])('case 11: Retry-After %s puts the next attempt off by %i ms', async (header, wait) => {
    const record = await firstAttemptAt((response) =>
      response.writeHead(429, { 'retry-after': header }).end(),
    );
    const { last_attempt_at, next_attempt_at } = record ?? {};
    expect(Date.parse(next_attempt_at ?? '') - Date.parse(last_attempt_at ?? '')).toBe(wait);
  });

  it('case 12: accepted and then silent is cut off after five seconds and retried', async () => {
    const server = await rawServer(() => {});
    expect(await firstAttempt(server.base_url)).toMatchObject({
      status: 'retrying',
      last_error: 'timeout',
    });
  });

  it('case 12: trickled headers and a flood of 1xx are cut off too', async () => {
    const trickle = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x-drop: 1\r\n'), 50);
      socket.on('close', () => clearInterval(timer));
    });
    const flood = await rawServer((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 50);
      socket.on('close', () => clearInterval(timer));
    });
    const records = await Promise.all([
      firstAttempt(trickle.base_url),
      firstAttempt(flood.base_url),
    ]);
    for (const record of records) {
      expect(record).toMatchObject({ status: 'retrying', last_error: 'timeout' });
    }
  });

  it('early hints before the status decide nothing', async () => {
    const hinting = await rawServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n');
        socket.end('HTTP/1.1 204 No Content\r\n\r\n');
      });
    });
    expect(await firstAttempt(hinting.base_url)).toMatchObject({
      status: 'delivered',
      last_status_code: 204,
    });
  });

  it('case 13: 200 with an endless body is delivered, and its socket is destroyed', async () => {
    let closed: () => void;
    const destroyed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const record = await firstAttemptAt((response) => {
      response.on('close', () => closed());
      const pump = () => {
        while (response.write('x'.repeat(4096)));
        response.once('drain', pump);
      };
      pump();
    });
    expect(record).toMatchObject({ status: 'delivered' });
    await destroyed;
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['a huge', (response) => response.writeHead(200, { 'content-length': 2 ** 40 }).write('x')],
    [
      'a gzip-bomb',
      (response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.end(gzipSync(Buffer.alloc(20_000_000)));
      },
    ],
  ])('case 13: 200 with %s body is delivered by its status', async (_what, answer) => {
    expect(await firstAttemptAt(answer)).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  it('case 14: reset before the status is retried, after a 2xx delivered', async () => {
    const before = await rawServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await firstAttempt(before.base_url)).toMatchObject({
      status: 'retrying',
      last_error: 'connection_reset',
    });
    const after = await rawServer((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx', () =>
          socket.resetAndDestroy(),
        );
      }),
    );
    expect(await firstAttempt(after.base_url)).toMatchObject({ status: 'delivered' });
  });

  it('further case: nobody listening is retried', async () => {
    expect(await firstAttempt('http://127.0.0.1:9/')).toMatchObject({
      status: 'retrying',
      last_error: 'connection_refused',
    });
  });
});
