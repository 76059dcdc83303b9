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

interface Options {
  secrets: string | readonly string[];
  save: (event: { id: string }) => Promise<void>;
}

const secret = 'whsec_example';

async function create(name: string, options: Options): Promise<Server> {
  const { createReceiver } = (await import(`../../../examples/${name}-receiver.js`)) as {
    createReceiver: (options: Options) => Server & RequestListener & { fetch: never };
  };
  const receiver = createReceiver(options);
  if (name === 'node-http') return receiver;
  if (name === 'hono') return createServer(getRequestListener(receiver.fetch));
  return createServer(receiver);
}

describe.each(['node-http', 'express', 'hono'])('examples/%s-receiver.js', (name) => {
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
      const headers = Object.entries(signedHeaders({ body, eventId: event.id, secrets: signing }));
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
    const headers = Object.entries(signedHeaders({ body, eventId: event.id, secrets: secret }));
    const signal = AbortSignal.timeout(5000);
    expect(await post(url, { body, headers, signal })).toMatchObject({ status: 503 });
  });
});
