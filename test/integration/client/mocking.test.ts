import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { type ClientOptions, createClient } from 'newswatch';
import nock from 'nock';
import { type Dispatcher, getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { closing } from '../../helpers/closing.ts';
import { paidKey } from '../../helpers/server.ts';

// It intercepts requests from its import on.
nock.restore();

const baseUrl = 'https://news.example.com';
const page = {
  items: [{ id: 'n1', title: 'Chip exports resume', score: 1 }],
  has_more: false,
  next_cursor: null,
};

function clientWith(options: Partial<ClientOptions> = {}) {
  return closing(createClient({ baseUrl, apiKey: paidKey, retries: 0, ...options }));
}

/** The program under test: it knows nothing of the mock. */
async function firstTitle(options?: Partial<ClientOptions>) {
  const { items } = await clientWith(options).news.search({ query: 'chips' });
  return items[0]?.title;
}

describe('msw', () => {
  function startMsw(...handlers: Parameters<typeof setupServer>) {
    const server = setupServer(...handlers);
    server.listen({ onUnhandledRequest: 'error' });
    onTestFinished(() => server.close());
  }

  it('intercepts the calls of a client without options', async () => {
    let key: string | null = null;
    startMsw(
      http.post(`${baseUrl}/api/v1/news/search`, async ({ request }) => {
        key = request.headers.get('authorization');
        expect(await request.json()).toEqual({ query: 'chips' });
        return HttpResponse.json(page);
      }),
    );
    expect(await firstTitle()).toBe('Chip exports resume');
    expect(key).toBe(`Bearer ${paidKey}`);
  });

  it('can fail with an error of the service, which is retried', async () => {
    let calls = 0;
    startMsw(
      http.get(`${baseUrl}/api/v1/news/latest`, () => {
        calls += 1;
        return calls === 1
          ? HttpResponse.json(
              { error: 'rate_limited', message: 'slow down' },
              { status: 429, headers: { 'retry-after': '0' } },
            )
          : HttpResponse.json(page);
      }),
    );
    const { attempts } = await clientWith({ retries: 1 }).news.latest().withResponse();
    expect(attempts).toBe(2);
  });

  it('says which request has no handler, without retries', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => void vi.restoreAllMocks());
    startMsw();
    await expect(clientWith({ retries: 2 }).news.latest()).rejects.toMatchObject({
      code: 'UNMOCKED_REQUEST',
      message: expect.stringContaining('[MSW]'),
      attempts: 1,
      sent: false,
    });
  });

  it('can fail with a network error', async () => {
    startMsw(http.get('*', () => HttpResponse.error()));
    await expect(clientWith().usage()).rejects.toMatchObject({ name: 'NetworkError' });
  });
});

describe('MockAgent of undici', () => {
  function mockAgent() {
    const agent = new MockAgent();
    agent.disableNetConnect();
    onTestFinished(() => agent.close());
    const headers = { 'content-type': 'application/json', 'x-request-id': 'req_1' };
    agent
      .get(baseUrl)
      .intercept({ path: '/api/v1/news/search', method: 'POST' })
      .reply(200, page, { headers });
    return agent;
  }

  it('works as the dispatcher of a client', async () => {
    expect(await firstTitle({ dispatcher: mockAgent() })).toBe('Chip exports resume');
  });

  it('works as the global dispatcher', async () => {
    const before: Dispatcher = getGlobalDispatcher();
    setGlobalDispatcher(mockAgent());
    onTestFinished(() => setGlobalDispatcher(before));
    expect(await firstTitle()).toBe('Chip exports resume');
  });

  it('fails at once if no mock matches, and says which request', async () => {
    const dispatcher = mockAgent();
    const attempts: number[] = [];
    const client = clientWith({
      dispatcher,
      retries: 2,
      onAttempt: (_, attempt) => attempts.push(attempt.number),
    });
    await expect(client.news.latest()).rejects.toMatchObject({
      message: expect.stringContaining("path '/api/v1/news/latest'"),
      sent: false,
    });
    expect(attempts).toEqual([1]);
  });

  it('says that it lets no request through', async () => {
    const dispatcher = new MockAgent();
    dispatcher.disableNetConnect();
    await expect(clientWith({ dispatcher, retries: 2 }).news.latest()).rejects.toMatchObject({
      message: expect.stringContaining('(net.connect disabled)'),
      attempts: 1,
    });
  });
});

it('nock intercepts the calls of a client without options', async () => {
  nock.activate();
  nock.disableNetConnect();
  onTestFinished(() => {
    nock.cleanAll();
    nock.enableNetConnect();
    nock.restore();
  });
  nock(baseUrl, { reqheaders: { authorization: `Bearer ${paidKey}` } })
    .post('/api/v1/news/search', { query: 'chips' })
    .reply(200, page);
  expect(await firstTitle()).toBe('Chip exports resume');
  await expect(clientWith({ retries: 2 }).news.latest()).rejects.toMatchObject({
    message: expect.stringMatching(/nock/i),
    attempts: 1,
    sent: false,
  });
});

it('nock says that it lets no request to other hosts through', async () => {
  nock.activate();
  nock.disableNetConnect();
  onTestFinished(() => {
    nock.enableNetConnect();
    nock.restore();
  });
  await expect(clientWith({ retries: 2 }).news.latest()).rejects.toMatchObject({
    message: expect.stringContaining('Nock: Disallowed net connect'),
    attempts: 1,
    sent: false,
  });
});

describe('a stub', () => {
  it('replaces fetch as an option', async () => {
    const fetch = vi.fn(async () => Response.json(page));
    expect(await firstTitle({ fetch })).toBe('Chip exports resume');
    expect(fetch).toHaveBeenCalledWith(
      `${baseUrl}/api/v1/news/search`,
      expect.objectContaining({ method: 'POST', body: '{"query":"chips"}', redirect: 'manual' }),
    );
  });

  it('replaces fetch after the client was created', async () => {
    const client = clientWith();
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Response.json(page)),
    );
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    expect(await client.news.latest()).toEqual(page);
  });

  it.each<[string, object]>([
    ['only status and json()', { status: 200, json: async () => page }],
    ['only status and text()', { status: 200, text: async () => JSON.stringify(page) }],
    ['headers in an object', { status: 200, headers: { 'x-request-id': 'r' }, json: () => page }],
  ])('may return %s', async (_, response) => {
    const fetch = async () => response as Response;
    expect(await firstTitle({ fetch })).toBe('Chip exports resume');
  });
});
