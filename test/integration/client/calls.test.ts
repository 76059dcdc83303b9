import { createClient, type FetchFunction, InputError, SettingError } from 'newswatch';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { optionsFromEnv } from '../../../src/client/from-env.ts';
import { closing } from '../../helpers/closing.ts';
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

  it('refuses unknown and invalid input', async () => {
    const client = clientOf(async () => Response.json({ alerts: [] }));
    const first = async (input: object) => {
      for await (const _ of client.alerts.follow(input));
    };
    await expect(first({ intervall: 1 })).rejects.toThrow('did you mean interval?');
    await expect(first({ interval: 1 })).rejects.toThrow(SettingError);
    await expect(first({ since: 'yesterday' })).rejects.toThrow(InputError);
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
