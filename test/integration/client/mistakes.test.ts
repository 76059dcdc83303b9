import { inspect } from 'node:util';
import {
  type ClientOptions,
  createClient,
  InputError,
  InvalidResponseError,
  NetworkError,
  SettingError,
} from 'newswatch';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { closing } from '../../helpers/closing.ts';
import { paidKey } from '../../helpers/server.ts';

const baseUrl = 'https://news.example.com';
const page = () => Response.json({ items: [], alerts: [], webhook_deliveries: [] });

function clientWith(options: Partial<ClientOptions> = {}) {
  const fetch = vi.fn<NonNullable<ClientOptions['fetch']>>(async () => page());
  const client = closing(createClient({ baseUrl, apiKey: paidKey, retries: 0, fetch, ...options }));
  return { client, fetch };
}

/** Calls a method as JavaScript may. */
async function call(method: (...args: never[]) => unknown, ...args: unknown[]): Promise<unknown> {
  const result = Reflect.apply(method, undefined, args);
  if (method.name.endsWith('.follow')) for await (const _ of result) break;
  return result;
}

describe('a value that is not an object of options', () => {
  it.each<[string, unknown, string]>([
    ['an AbortSignal', new AbortController().signal, 'pass it as { signal }'],
    ['an AbortController', new AbortController(), 'an object of options (got an AbortController)'],
    ['headers', new Headers(), 'got a Headers'],
    ['a number', 5000, 'got 5000'],
    ['a string', 'x', 'got a string'],
    ['null', null, 'got null'],
  ])('is refused as the second argument (%s)', async (_, options, message) => {
    const { client, fetch } = clientWith();
    for (const method of [client.news.latest, client.usage, client.alerts.follow]) {
      const calling = call(method, {}, options);
      await expect(calling).rejects.toBeInstanceOf(SettingError);
      await expect(call(method, {}, options)).rejects.toThrow(message);
    }
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('options and fields in the place of each other', () => {
  it.each(['signal', 'timeout', 'retries', 'headers'])('(%s)', async (option) => {
    const { client, fetch } = clientWith();
    const methods = [
      client.news.latest,
      client.news.search,
      client.usage,
      client.monitors.delete,
      client.alerts.follow,
      client.delivery.follow,
    ];
    for (const method of methods) {
      await expect(call(method, { [option]: 1 })).rejects.toThrow(
        `pass it in the second argument: client.${method.name}({ … }, { ${option} })`,
      );
    }
    expect(fetch).not.toHaveBeenCalled();
  });

  it('are refused in the second argument', async () => {
    const { client } = clientWith();
    await expect(call(client.alerts.list, {}, { since: 'x' })).rejects.toThrow(
      'pass it in the first argument: client.alerts.list({ since })',
    );
    await expect(call(client.alerts.follow, {}, { interval: 1000 })).rejects.toThrow(
      'pass it in the first argument: client.alerts.follow({ interval })',
    );
  });
});

describe('an input', () => {
  it.each<[string, unknown, string]>([
    ['a string', 'mon_1', '(got a string)'],
    ['a number', 7, '(got 7)'],
    ['null', null, '(got null)'],
    ['an array', ['mon_1'], '(got an array)'],
    ['a function', () => {}, '(got a function)'],
    ['a Map', new Map(), '(got a Map)'],
    ['a Date', new Date(), '(got a Date)'],
    ['an AbortSignal', new AbortController().signal, '(got an AbortSignal)'],
  ])('must be an object, not %s', async (_, input, got) => {
    const { client, fetch } = clientWith();
    const calling = call(client.monitors.get, input);
    await expect(calling).rejects.toBeInstanceOf(InputError);
    await expect(call(client.monitors.get, input)).rejects.toThrow(
      `monitors.get: the input must be an object, such as { id: '…' } ${got}`,
    );
    await expect(call(client.usage, input)).rejects.toThrow(`must be an object ${got}`);
    await expect(call(client.alerts.follow, input)).rejects.toThrow(got);
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each<[string, object, string]>([
    ['hoursAgo', { query: 'x', hoursAgo: 3 }, 'hoursAgo is unknown; did you mean hours_ago?'],
    ['limt', { query: 'x', limt: 3 }, 'limt is unknown; did you mean limit?'],
    ['unlike', { query: 'x', zzz: 3 }, 'zzz is unknown; known fields: query,'],
  ])('suggests a field for an unknown one (%s)', async (_, input, message) => {
    const { client } = clientWith();
    await expect(call(client.news.search, input)).rejects.toThrow(message);
  });
});

describe('a fetch that returns a Response twice', () => {
  const twice = 'fetch returned a Response that was read before: return a new one for each call';

  it('fails the second call, which is not retried', async () => {
    const response = page();
    const fetch = vi.fn(async () => response);
    const { client } = clientWith({ fetch, retries: 2 });
    await client.news.latest();
    await expect(client.news.latest()).rejects.toMatchObject({
      code: 'INVALID_FETCH',
      message: expect.stringContaining(twice),
      attempts: 1,
    });
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('fails one of two concurrent calls', async () => {
    const response = page();
    const { client } = clientWith({ fetch: async () => response });
    const outcomes = await Promise.allSettled([client.news.latest(), client.news.latest()]);
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { message: expect.stringContaining(twice) } },
    ]);
  });

  it('fails if the body was read by somebody else', async () => {
    const fetch = async () => {
      const response = page();
      await response.text();
      return response;
    };
    const { client } = clientWith({ fetch });
    await expect(client.news.latest()).rejects.toThrow(twice);
  });
});

describe('a response that is not an object', () => {
  it.each([[null], [[]], ['text'], [7], [true]])(
    'is an InvalidResponseError, also if not strict (%j)',
    async (body) => {
      const { client } = clientWith({ fetch: async () => Response.json(body) });
      const calling = client.news.latest();
      await expect(calling).rejects.toBeInstanceOf(InvalidResponseError);
      await expect(calling).rejects.toMatchObject({
        message: 'the response (status 200) is not a JSON object',
        attempts: 1,
      });
    },
  );
});

describe('plain http beyond loopback', () => {
  const url = 'http://newswatch:8787';

  it('is refused with the way out', () => {
    expect(() => clientWith({ baseUrl: url })).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('allowHttp: true') }),
    );
  });

  it('is used with allowHttp', async () => {
    const { client, fetch } = clientWith({ baseUrl: url, allowHttp: true });
    await client.news.latest();
    expect(fetch.mock.calls[0]?.[0]).toBe(`${url}/api/v1/news/latest`);
  });

  it('is used with SERVICE_ALLOW_HTTP by createClient.fromEnv()', () => {
    vi.stubEnv('SERVICE_BASE_URL', url);
    vi.stubEnv('SERVICE_API_KEY', paidKey);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(() => createClient.fromEnv()).toThrow(SettingError);
    vi.stubEnv('SERVICE_ALLOW_HTTP', '0');
    expect(() => createClient.fromEnv()).toThrow(SettingError);
    vi.stubEnv('SERVICE_ALLOW_HTTP', '1');
    expect(createClient.fromEnv()).toBeDefined();
    expect(() => createClient.fromEnv({ allowHttp: false })).toThrow(SettingError);
  });
});

describe('messages', () => {
  it('never take a name from the prototype of an object', () => {
    for (const name of ['toString', 'constructor', 'hasOwnProperty']) {
      const options = { baseUrl, apiKey: paidKey, [name]: 1 };
      expect(() => createClient(options)).toThrow(
        expect.objectContaining({ hint: expect.stringMatching(/^Its options are baseUrl/) }),
      );
    }
  });

  it('name a misspelled override of createClient.fromEnv() before missing variables', () => {
    const overrides: object = { baseURL: baseUrl };
    expect(() => createClient.fromEnv(overrides)).toThrow(
      'createClient.fromEnv() has no option "baseURL"; did you mean baseUrl?',
    );
    vi.stubEnv('SERVICE_BASE_URL', '');
    vi.stubEnv('SERVICE_API_KEY', '');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(() => createClient.fromEnv()).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('Set them,') }),
    );
  });

  it('name Response.error()', async () => {
    const { client } = clientWith({ fetch: async () => Response.error() });
    await expect(client.news.latest()).rejects.toThrow('fetch returned Response.error()');
  });

  it('say how often a call was tried', async () => {
    const { client } = clientWith({ fetch: async () => Response.json({ next_cursor: 'a' }) });
    const readAll = async () => {
      for await (const _ of client.news.latest());
    };
    await expect(readAll()).rejects.toMatchObject({
      message: expect.stringContaining('no list items'),
      attempts: 1,
    });
    await client.close();
    await expect(client.news.latest()).rejects.toMatchObject({
      code: 'CLIENT_CLOSED',
      attempts: 0,
    });
  });

  it('show long reasons', async () => {
    const reason = `${'x'.repeat(150)} the useful part`;
    const { client } = clientWith({ fetch: async () => Promise.reject(new Error(reason)) });
    const calling = client.news.latest();
    await expect(calling).rejects.toBeInstanceOf(NetworkError);
    await expect(calling).rejects.toThrow('the useful part');
  });
});

it('console.log() shows the names of the methods', () => {
  const { client } = clientWith();
  const shown = inspect(client);
  expect(shown).toContain('[Function: news.search]');
  expect(shown).toContain('alerts.follow]');
  expect(shown).not.toContain('(anonymous)');
});
