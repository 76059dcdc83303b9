import { HttpResponse, http } from 'msw';
import {
  createClient,
  InputError,
  InvalidResponseError,
  NetworkError,
  ServiceError,
  SettingError,
} from 'newswatch';
import { describe, expect, it } from 'vitest';
import { handleEvents } from '../../../src/node/handle-events.ts';
import { closing } from '../../helpers/closing.ts';
import { freePort } from '../../helpers/free-port.ts';
import { mockServer, rawServer } from '../../helpers/mock-server.ts';
import { paidKey, testServer, unpaidKey } from '../../helpers/server.ts';

function clientOf({ baseUrl }: { baseUrl: string }, apiKey: string = paidKey) {
  return closing(createClient({ baseUrl, apiKey }));
}

describe('the typed client', () => {
  it('has a method for each operation and returns typed data', async () => {
    const client = clientOf(await testServer());
    const { items } = await client.news.search({ query: 'chip exports', limit: 3 });
    expect(items).toHaveLength(3);
    const [first] = items;
    expect(await client.news.get({ id: first?.id ?? '' })).toMatchObject({ title: first?.title });
    expect((await client.account.overview()).account.id).toBe('paid');
    expect((await client.usage()).requests).toBe(4);
  });

  it('throws a ServiceError with the response body', async () => {
    const server = await testServer();
    const error = await clientOf(server, unpaidKey)
      .news.latest()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({
      status: 402,
      code: 'plan_required',
      body: { error: 'plan_required', url: `${server.baseUrl}/pricing` },
    });
  });

  it('rejects invalid input before sending anything', async () => {
    const client = clientOf({ baseUrl: 'http://127.0.0.1:9' });
    const error = await client.news
      .search({ query: '', limit: 0 })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).issues.map(({ field }) => field)).toEqual(['query', 'limit']);
  });

  it('distinguishes an unsent request from one with an unknown outcome', async () => {
    const closed = clientOf({ baseUrl: `http://127.0.0.1:${await freePort()}` });
    await expect(closed.usage()).rejects.toMatchObject({ name: 'NetworkError', sent: false });
    const server = await rawServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const error = await clientOf(server)
      .usage()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ sent: true });
  });

  it('rejects a response that does not match its schema if strict', async () => {
    const server = await mockServer(http.get('*', () => HttpResponse.json({ period: 'odd' })));
    expect(await clientOf(server).usage()).toEqual({ period: 'odd' });
    const strict = { baseUrl: server.baseUrl, apiKey: paidKey, strict: true };
    await expect(closing(createClient(strict)).usage()).rejects.toBeInstanceOf(
      InvalidResponseError,
    );
  });

  it('keeps unknown fields', async () => {
    const body = {
      period: { from: '2026-01-01', to: '2026-01-02' },
      requests: 0,
      operations: [],
      novel: 1,
    };
    const server = await mockServer(http.get('*', () => HttpResponse.json(body)));
    expect(await clientOf(server).usage()).toEqual(body);
  });

  it('rejects calls after close(), as not sent', async () => {
    const client = clientOf(await testServer());
    await client.usage();
    await client.close();
    await expect(client.usage()).rejects.toMatchObject({
      message: expect.stringContaining('the client was closed'),
      sent: false,
    });
  });

  it('rejects a call with an aborted signal after close() only once', async () => {
    const client = clientOf(await testServer());
    await client.close();
    const rejections: unknown[] = [];
    const record = (reason: unknown) => rejections.push(reason);
    process.on('unhandledRejection', record);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(client.usage({}, { signal })).rejects.toThrow('enough');
    await handleEvents();
    process.off('unhandledRejection', record);
    expect(rejections).toEqual([]);
  });

  it('stops when the signal is aborted', async () => {
    const server = await rawServer(() => {});
    const stop = new AbortController();
    const pending = clientOf(server).usage({}, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
  });

  it('rejects unusable settings and hides the API key', () => {
    expect(() => createClient({ baseUrl: 'nowhere', apiKey: 'k' })).toThrow(SettingError);
    const client = createClient({ baseUrl: 'https://news.example.com', apiKey: 'nw_hidden' });
    expect(JSON.stringify(client)).not.toContain('nw_hidden');
  });
});

it.each([0, -1, 0.5, 86_400_001, 2 ** 31, Number.POSITIVE_INFINITY, Number.NaN])(
  'rejects a timeout of %d milliseconds',
  (timeout) => {
    const options = { baseUrl: 'http://127.0.0.1:9', apiKey: 'nw_key', timeout };
    expect(() => createClient(options)).toThrow(SettingError);
  },
);
