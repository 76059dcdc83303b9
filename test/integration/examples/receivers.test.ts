import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
} from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { conform, post, sampleEvent } from 'newswatch/receiver';
import { signedHeaders } from 'newswatch/webhooks';
import { describe, expect, it } from 'vitest';
import { listening } from '../../helpers/listening.ts';

interface SavedEvent {
  id: string;
  type: string;
  body: string;
}

interface Options {
  secrets: string | readonly string[];
  save: (event: SavedEvent) => Promise<void>;
  log: (error: unknown) => void;
}

interface Fastify {
  ready(): Promise<unknown>;
  routing: RequestListener;
}

const secret = 'whsec_example';

/** Starts an example and sends it one signed body. */
async function sendTo(name: string, body: string, id = 'evt_1') {
  const saved: SavedEvent[] = [];
  const logged: unknown[] = [];
  const save = async (event: SavedEvent) => void saved.push(event);
  const log = (error: unknown) => void logged.push(error);
  const url = new URL('/hook', await listening(await create(name, { secrets: secret, save, log })));
  const signed = await signedHeaders({ body, eventId: id, secrets: secret });
  const headers = Object.entries({ 'Content-Type': 'application/json', ...signed });
  const signal = AbortSignal.timeout(5000);
  const { status } = await post(url, { body: Buffer.from(body), headers, signal });
  return { status, saved, logged };
}

async function create(
  name: string,
  { log = () => {}, ...rest }: Omit<Options, 'log'> & Partial<Options>,
): Promise<Server> {
  const options = { log, ...rest };
  const { createReceiver } = (await import(`../../../examples/${name}-receiver.js`)) as {
    createReceiver: (
      options: Options,
    ) => Server & RequestListener & { fetch: never; POST: never } & Fastify;
  };
  const receiver = createReceiver(options);
  if (name === 'node-http') return receiver;
  if (name === 'fastify') {
    await receiver.ready();
    return createServer(receiver.routing);
  }
  if (name === 'next') return createServer(getRequestListener(receiver.POST));
  if (['hono', 'worker'].includes(name)) return createServer(getRequestListener(receiver.fetch));
  return createServer(receiver);
}

describe.each(['node-http', 'express', 'hono', 'fastify', 'next', 'worker'])(
  'examples/%s-receiver.js',
  (name) => {
    it('follows every rule for receivers', async () => {
      const saved: string[] = [];
      const save = async ({ id }: { id: string }) => void saved.push(id);
      const url = new URL('/hook', await listening(await create(name, { secrets: secret, save })));
      const { checks } = await conform({ url, secrets: [secret] });
      expect(checks.filter(({ passed }) => !passed)).toEqual([]);
      expect(saved).not.toHaveLength(0);
    });

    it('accepts events of both secrets during a rotation, and saves each once', async () => {
      const saved: string[] = [];
      const save = async ({ id }: { id: string }) => void saved.push(id);
      const secrets = ['whsec_next', secret];
      const url = new URL('/hook', await listening(await create(name, { secrets, save })));
      for (const signing of [[secret], ['whsec_next', secret], ['whsec_next']]) {
        const event = sampleEvent('news.alert', Date.now());
        const body = Buffer.from(JSON.stringify(event));
        const headers = Object.entries(
          await signedHeaders({ body, eventId: event.id, secrets: signing }),
        );
        const signal = AbortSignal.timeout(5000);
        expect(await post(url, { body, headers, signal })).toMatchObject({ status: 204 });
      }
      expect(new Set(saved).size).toBe(3);
    });

    it('rejects a body without a length that is larger than 1 MiB', async () => {
      const save = () => expect.unreachable();
      const url = new URL('/hook', await listening(await create(name, { secrets: secret, save })));
      const client = request(url, { method: 'POST' }).on('error', () => {});
      client.write(Buffer.alloc(1_048_577));
      client.end();
      const [response] = (await once(client, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(413);
      client.destroy();
    });

    it('responds with 503 if an alert cannot be saved', async () => {
      const save = () => Promise.reject(new Error('disk full'));
      const url = new URL('/hook', await listening(await create(name, { secrets: secret, save })));
      const event = sampleEvent('news.alert', Date.now());
      const body = Buffer.from(JSON.stringify(event));
      const headers = Object.entries(
        await signedHeaders({ body, eventId: event.id, secrets: secret }),
      );
      const signal = AbortSignal.timeout(5000);
      expect(await post(url, { body, headers, signal })).toMatchObject({ status: 503 });
    });

    it.each([
      ['results with other keys', { results: [{ headline: 'a', links: ['https://example.com'] }] }],
      [
        'no dates and no description',
        { articles: [{ title: 'a', url: 'https://example.com', description: null }], results: [] },
      ],
      ['articles without fields', { articles: [{}], results: [{}] }],
      ['none of the documented fields', {}],
      ['more fields, exact numbers and other spaces', { later: { n: 1.0 } }],
    ])('saves the raw body of an alert with %s, then responds with 204', async (_what, fields) => {
      const body = ` ${JSON.stringify({ id: 'evt_1', type: 'news.alert', ...fields }, null, 1)}\n`;
      const { status, saved } = await sendTo(name, body);
      expect({ status, saved }).toEqual({
        status: 204,
        saved: [{ id: 'evt_1', type: 'news.alert', body }],
      });
    });

    it('saves an event of an unknown type, but no connection test', async () => {
      const body = '{"id":"evt_1","type":"news.later"}';
      expect((await sendTo(name, body)).saved).toEqual([{ id: 'evt_1', type: 'news.later', body }]);
      const test = await sendTo(name, '{"type":"webhook.test"}');
      expect(test).toEqual({ status: 204, saved: [], logged: [] });
    });

    it.each(['[]', '{"type":"news.alert"}', '{"id":"evt_1"}', 'not JSON', ''])(
      'asks for the signed body %j again, which it cannot read, and logs why',
      async (body) => {
        const { status, saved, logged } = await sendTo(name, body);
        expect({ status, saved, logged: logged.length }).toEqual({
          status: 503,
          saved: [],
          logged: 1,
        });
      },
    );
  },
);
