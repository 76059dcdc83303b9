import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { WebhookSender } from '../../../../src/server/delivery/webhook-sender.ts';
import { sign } from '../../../../src/webhooks/sign.ts';
import { closing } from '../../../helpers/closing.ts';
import { rawServer } from '../../../helpers/mock-server.ts';
import { connect, startWatch } from '../../../helpers/watch.ts';
import { type WebhookResponse, webhookReceiver } from '../../../helpers/webhook-receiver.ts';

/** Runs a monitor with a connection to each URL. @returns their deliveries after one attempt each */
async function firstAttempts(urls: readonly string[]) {
  const { client, monitor } = await startWatch();
  const ids: string[] = [];
  for (const url of urls) ids.push((await connect(client, url)).channel.id);
  await client.monitors.run({ id: monitor.id });
  const { webhook_deliveries } = await client.delivery.get();
  return ids.map((id) => webhook_deliveries.find(({ channel_id }) => channel_id === id));
}

/** The same for receivers that give these responses. */
async function firstAttemptsAt(responses: readonly WebhookResponse[]) {
  const receivers = await Promise.all(responses.map((response) => webhookReceiver(response)));
  return firstAttempts(receivers.map(({ url }) => url));
}

describe('the request', () => {
  it('has the payload of docs/service.md §8.2, signed over its exact bytes', async () => {
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
    expect(headers['x-service-signature']).toBe(await sign(signing_secret, timestamp, body));
    expect(headers['content-type']).toBe('application/json');
    expect(run.broadcast_results).toMatchObject([{ channel_id: channel.id, status: 'delivered' }]);
  });
});

describe('docs/receiver-cases.md, case 10', () => {
  it('2xx is delivered', async () => {
    const statuses = [200, 201, 204];
    expect(await firstAttemptsAt(statuses)).toMatchObject(
      statuses.map((status) => ({
        status: 'delivered',
        last_status_code: status,
        next_attempt_at: null,
      })),
    );
  });

  it('a redirect is not followed and fails immediately', async () => {
    const statuses = [301, 302, 303, 307, 308];
    const target = await webhookReceiver(200);
    const redirects = statuses.map((status) => (response: ServerResponse) => {
      response.writeHead(status, { location: target.url }).end();
    });
    expect(await firstAttemptsAt(redirects)).toMatchObject(
      statuses.map((status) => ({
        status: 'failed',
        attempts: 1,
        last_status_code: status,
        last_error: 'redirect',
      })),
    );
    expect(target.received).toEqual([]);
  });
});

describe('docs/receiver-cases.md, case 11', () => {
  it.each([
    ['other 4xx fail immediately', 'failed', [400, 401, 404, 408, 410, 422]],
    ['429 and 5xx are retried', 'retrying', [429, 500, 502, 503, 504]],
  ])('%s', async (_what, status, codes) => {
    expect(await firstAttemptsAt(codes)).toMatchObject(
      codes.map((code) => ({ status, attempts: 1, last_error: `http_${code}` })),
    );
  });

  it('Retry-After delays the next attempt by up to ten minutes', async () => {
    const headers = ['5', '86400', 'soon'];
    const deliveries = await firstAttemptsAt(
      headers.map((header) => (response: ServerResponse) => {
        response.writeHead(429, { 'retry-after': header }).end();
      }),
    );
    const delays = deliveries.map(
      (each) => Date.parse(each?.next_attempt_at ?? '') - Date.parse(each?.last_attempt_at ?? ''),
    );
    expect(delays).toEqual([5000, 600_000, 1000]);
  });
});

describe('docs/receiver-cases.md, case 12', () => {
  const every50ms = (socket: Socket, text: string) => {
    const timer = setInterval(() => socket.write(text), 50);
    socket.on('close', () => clearInterval(timer));
  };

  it.each<[string, (socket: Socket) => void]>([
    ['silence', () => {}],
    [
      'headers that trickle in',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        every50ms(socket, 'x-drop: 1\r\n');
      },
    ],
    [
      'an endless sequence of 1xx',
      (socket) => every50ms(socket, 'HTTP/1.1 102 Processing\r\n\r\n'),
    ],
  ])('%s is cut off by the timeout and retried', async (_what, respond) => {
    const server = await rawServer(respond);
    const sender = closing(new WebhookSender({ allowPrivate: true, timeout: 300 }));
    const request = { url: server.baseUrl, headers: {}, body: '{}' };
    expect(await sender.send(request)).toEqual({
      kind: 'retry',
      status_code: null,
      error: 'timeout',
    });
  });

  it.each(['100 Continue', '102 Processing', '103 Early Hints'])(
    '%s before the status code does not change the outcome',
    async (interim) => {
      const hinting = await rawServer((socket) => {
        socket.once('data', () => {
          socket.write(`HTTP/1.1 ${interim}\r\nlink: </a.css>\r\n\r\n`);
          socket.end('HTTP/1.1 204 No Content\r\n\r\n');
        });
      });
      expect(await firstAttempts([hinting.baseUrl])).toMatchObject([
        { status: 'delivered', last_status_code: 204 },
      ]);
    },
  );
});

describe('docs/receiver-cases.md, case 13', () => {
  it('200 with an endless body is delivered, and its TCP connection is closed', async () => {
    let closed: () => void;
    const connectionClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const endless = (response: ServerResponse) => {
      response.on('close', () => closed());
      const pump = () => {
        while (response.write('x'.repeat(4096)));
        response.once('drain', pump);
      };
      pump();
    };
    expect(await firstAttemptsAt([endless])).toMatchObject([{ status: 'delivered' }]);
    await connectionClosed;
  });

  it('200 with a huge or a compressed body is delivered', async () => {
    const huge = (response: ServerResponse) => {
      response.writeHead(200, { 'content-length': 2 ** 40 }).write('x');
    };
    const gzipBomb = (response: ServerResponse) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(20_000_000)));
    };
    expect(await firstAttemptsAt([huge, gzipBomb])).toMatchObject([
      { status: 'delivered', attempts: 1 },
      { status: 'delivered', attempts: 1 },
    ]);
  });
});

describe('docs/receiver-cases.md, case 14', () => {
  it('a reset before the status code is retried, and one after a 2xx is delivered', async () => {
    const before = await rawServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const after = await rawServer((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx', () =>
          socket.resetAndDestroy(),
        );
      }),
    );
    expect(await firstAttempts([before.baseUrl, after.baseUrl])).toMatchObject([
      { status: 'retrying', last_error: 'connection_reset' },
      { status: 'delivered' },
    ]);
  });

  it('a refused TCP connection is retried', async () => {
    expect(await firstAttempts(['http://127.0.0.1:9/'])).toMatchObject([
      { status: 'retrying', last_error: 'connection_refused' },
    ]);
  });
});

it.each(['100 Continue', '102 Processing', '103 Early Hints'])(
  'an interim %s before the response changes nothing',
  async (interim) => {
    const { baseUrl } = await rawServer((socket) => {
      socket.once('data', () => {
        socket.write(`HTTP/1.1 ${interim}\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n`);
        socket.write('content-length: 0\r\n\r\n');
      });
    });
    expect(await firstAttempts([baseUrl])).toMatchObject([
      { status: 'delivered', attempts: 1, last_status_code: 200 },
    ]);
  },
);
