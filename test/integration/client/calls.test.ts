import {
  type CallOptions,
  createClient,
  type FetchFunction,
  InputError,
  SettingError,
} from 'newswatch';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { optionsFromEnv } from '../../../src/client/from-env.ts';
import { closing } from '../../helpers/closing.ts';
import { freePort } from '../../helpers/free-port.ts';
import { paidKey, testServer } from '../../helpers/server.ts';

const baseUrl = 'https://news.example.com';

function clientOf(fetch: FetchFunction) {
  return closing(createClient({ baseUrl, apiKey: paidKey, fetch }));
}

describe('a list', () => {
  it('can be iterated over all pages of a server', async () => {
    const { baseUrl } = await testServer();
    const client = closing(createClient({ baseUrl, apiKey: paidKey }));
    const ids: string[] = [];
    for await (const { id } of client.news.latest({ limit: 7 })) ids.push(id);
    const { items } = await client.news.latest({ limit: 100 });
    expect(ids.slice(0, 100)).toEqual(items.map(({ id }) => id));
    expect(new Set(ids).size).toBe(120);
  });

  it('reads a page only when it is needed', async () => {
    let pages = 0;
    const client = clientOf(async () => {
      pages += 1;
      return Response.json({ items: [{ id: `n${pages}` }], next_cursor: `c${pages}` });
    });
    for await (const { id } of client.news.latest()) if (id === 'n2') break;
    expect(pages).toBe(2);
  });

  it('does not read the same pages forever', async () => {
    let pages = 0;
    const client = clientOf(async () => {
      pages += 1;
      return Response.json({ items: [], next_cursor: `c${pages % 3}` });
    });
    const read = async () => {
      for await (const _ of client.news.latest());
    };
    await expect(read()).rejects.toThrow('the same next_cursor twice');
    expect(pages).toBeLessThan(20);
  });
});

describe('withResponse()', () => {
  it('returns the details of the call, and unknown fields as raw', async () => {
    const body = { items: [], novel: 1 };
    const headers = { 'x-request-id': 'req_1', 'x-region': 'eu' };
    const client = clientOf(async () => Response.json(body, { headers }));
    const details = await client.news.latest().withResponse();
    expect(details).toMatchObject({ data: body, raw: body, status: 200, requestId: 'req_1' });
    expect(details.attempts).toBe(1);
    expect(details.headers.get('x-region')).toBe('eu');
  });

  it('leaves no unhandled rejection', async () => {
    const client = clientOf(async () => new Response('no', { status: 404 }));
    await expect(client.news.latest().withResponse()).rejects.toMatchObject({ status: 404 });
  });
});

it('errors have the request id and the seconds of Retry-After', async () => {
  const headers = { 'x-request-id': 'req_2', 'retry-after': '7200' };
  const body = { error: 'rate_limited', message: 'slow down' };
  const client = clientOf(async () => Response.json(body, { status: 429, headers }));
  await expect(client.usage()).rejects.toMatchObject({
    name: 'ServiceError',
    code: 'rate_limited',
    status: 429,
    requestId: 'req_2',
    retryAfter: 7200,
    attempts: 1,
  });
});

describe('follow()', () => {
  it('yields the alerts of a server from a time on', async () => {
    const server = await testServer();
    const client = closing(createClient({ baseUrl: server.baseUrl, apiKey: paidKey }));
    const monitor = await client.monitors.create({ prompt: 'otters', on_demand: true });
    await server.addNews([{ title: 'Otters return to the river' }]);
    const run = await client.monitors.run({ id: monitor.id });
    const { alerts } = await client.alerts.list({ since: '2020-01-01T00:00:00Z' });
    const seen: string[] = [];
    for await (const alert of client.alerts.follow({ since: '2020-01-01T00:00:00Z' })) {
      seen.push(alert.id);
      if (seen.length === alerts.length) break;
    }
    expect(run.status).toBe('completed');
    expect(seen).toEqual(alerts.map(({ id }) => id));
    expect(seen.length).toBeGreaterThan(0);
  });

  describe('of 250 alerts that were recorded at once', () => {
    const since = new Date(Math.floor(Date.now() / 1000 - 3600) * 1000).toISOString();
    const ids = Array.from({ length: 250 }, (_, index) => `alert_${index}`);
    const monitor = { id: 'mon_1', account: 'paid', prompt: 'otters', created_at: since };
    const fixture = {
      accounts: [{ id: 'paid', keys: [paidKey] }],
      monitors: [monitor],
      news: [{ id: 'one', title: 'Otters return', publication_date: since }],
      runs: ids.map((id) => {
        return { id: `run_${id}`, monitor: 'mon_1', started_at: since, results: ['one'] };
      }),
      alerts: ids.map((id) => ({ id, run: `run_${id}` })),
    };

    it('yields each, because the server gives each its own time', async () => {
      const { baseUrl } = await testServer({ fixture });
      const client = closing(createClient({ baseUrl, apiKey: paidKey }));
      const seen: string[] = [];
      for await (const { id } of client.alerts.follow({ since })) {
        if (seen.push(id) === ids.length) break;
      }
      expect(seen).toEqual(ids);
    });

    it('throws if a page cannot hold all of one time', async () => {
      const { baseUrl } = await testServer({ fixture });
      /** As a service that gives alerts of one second the same time. */
      const fetch: FetchFunction = async (url, init) => {
        const response = await globalThis.fetch(url, init);
        return new Response((await response.text()).replace(/\.\d{3}Z"/g, '.000Z"'));
      };
      const client = closing(createClient({ baseUrl, apiKey: paidKey, fetch }));
      const seen: string[] = [];
      const following = async () => {
        for await (const { id } of client.alerts.follow({ since })) seen.push(id);
      };
      await expect(following()).rejects.toThrow(`more than 100 alerts were created at ${since}`);
      expect(seen).toEqual(ids.slice(0, 100));
    });
  });

  it('refuses unknown and invalid input', async () => {
    const client = clientOf(async () => Response.json({ alerts: [] }));
    const first = async (input: object) => {
      for await (const _ of client.alerts.follow(input));
    };
    await expect(first({ intervall: 1 })).rejects.toThrow('did you mean interval?');
    await expect(first({ interval: 1 })).rejects.toThrow(SettingError);
    await expect(first({ since: 'yesterday' })).rejects.toThrow(InputError);
  });

  describe.each(['alerts', 'delivery'] as const)('of %s', (resource) => {
    it('throws like any call if nothing listens at its start', async () => {
      const retried: (number | undefined)[] = [];
      const client = closing(
        createClient({
          baseUrl: `http://127.0.0.1:${await freePort()}`,
          apiKey: paidKey,
          retries: 1,
          onAttempt: (_, { retryDelay }) => retried.push(retryDelay),
        }),
      );
      const follow = async (options: CallOptions = {}) => {
        for await (const _ of client[resource].follow({}, options));
      };
      await expect(follow()).rejects.toMatchObject({ code: 'ECONNREFUSED', attempts: 2 });
      expect(retried).toHaveLength(2);
      await expect(follow({ retries: 0 })).rejects.toMatchObject({ attempts: 1 });
    });

    it('reconnects later, unless the retries of the call are used up', async () => {
      let calls = 0;
      const client = clientOf(async () => {
        calls += 1;
        if (calls === 2) throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
        return Response.json({ alerts: [], webhook_deliveries: [] });
      });
      const stop = new AbortController();
      const follow = async (options: CallOptions) => {
        for await (const _ of client[resource].follow({ interval: 100 }, options));
      };
      const following = follow({ signal: stop.signal });
      await expect.poll(() => calls, { timeout: 5000 }).toBe(4);
      stop.abort();
      await following;
      calls = 0;
      await expect(follow({ retries: 0 })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
      expect(calls).toBe(2);
    });
  });

  it('fails when the client is closed, also while it waits', async () => {
    const client = createClient({
      baseUrl,
      apiKey: paidKey,
      fetch: async () => {
        setImmediate(() => client.close());
        return Response.json({ alerts: [] });
      },
    });
    const read = async () => {
      for await (const _ of client.alerts.follow({ interval: 86_400_000 }));
    };
    await expect(read()).rejects.toMatchObject({ code: 'CLIENT_CLOSED', sent: false });
  });
});

it('a client can be disposed of', async () => {
  const client = createClient({ baseUrl, apiKey: paidKey });
  await client[Symbol.asyncDispose]();
  await expect(client.usage()).rejects.toMatchObject({ code: 'CLIENT_CLOSED' });
});

describe('createClient.fromEnv()', () => {
  it('reads the variables of the command line when it is called', async () => {
    vi.stubEnv('SERVICE_BASE_URL', baseUrl);
    vi.stubEnv('SERVICE_API_KEY', paidKey);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const fetch = vi.fn<FetchFunction>(async () => Response.json({}));
    await createClient.fromEnv({ fetch }).usage();
    expect(fetch.mock.calls[0]?.[0]).toBe(`${baseUrl}/api/v1/usage`);
  });

  it.each([
    [{}, 'SERVICE_BASE_URL and SERVICE_API_KEY are not set in the environment'],
    [{ SERVICE_BASE_URL: baseUrl }, 'SERVICE_API_KEY is not set in the environment'],
    [
      { SERVICE_BASE_URL: '', SERVICE_API_KEY: 'k' },
      'SERVICE_BASE_URL is not set in the environment',
    ],
    [
      { SERVICE_BASE_URL: baseUrl, SERVICE_API_KEY: 'k', SERVICE_TIMEOUT: 'soon' },
      'SERVICE_TIMEOUT must be a number of seconds from 0.001 to 86400',
    ],
  ])('names what is missing or invalid in %j', (env, message) => {
    expect(() => optionsFromEnv(env)).toThrow(expect.objectContaining({ message }));
  });

  it('prefers its overrides, and reads seconds and SERVICE_READ_ONLY', () => {
    const env = { SERVICE_BASE_URL: 'x', SERVICE_API_KEY: 'y', SERVICE_TIMEOUT: '2.5' };
    const options = optionsFromEnv({ ...env, SERVICE_READ_ONLY: '1' }, { baseUrl });
    expect(options).toEqual({ baseUrl, apiKey: 'y', timeout: 2500, readOnly: true });
  });
});
