import { inspect } from 'node:util';
import {
  type ClientOptions,
  createClient,
  type FetchFunction,
  InvalidResponseError,
  NetworkError,
  NewswatchError,
  SettingError,
} from 'newswatch';
import { Agent } from 'undici';
import { describe, expect, it } from 'vitest';
import { closing } from '../../helpers/closing.ts';
import { rawServer } from '../../helpers/mock-server.ts';
import { paidKey } from '../../helpers/server.ts';

const baseUrl = 'https://news.example.com';

function clientWith(options: Partial<ClientOptions>) {
  return closing(createClient({ baseUrl, apiKey: paidKey, retries: 0, ...options }));
}

async function errorOf(fetch: FetchFunction, options: Partial<ClientOptions> = {}) {
  const error: unknown = await clientWith({ fetch, ...options })
    .usage()
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(NewswatchError);
  return error as NewswatchError;
}

const never = <Value>() => new Promise<Value>(() => {});

describe('a fetch that does not return a response', () => {
  it.each<[string, () => unknown, object]>([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
      {
        code: 'FETCH_FAILED',
        message: `no response from ${baseUrl}: boom (FETCH_FAILED)`,
        sent: true,
      },
    ],
    [
      'rejects with a code',
      () =>
        Promise.reject(
          new TypeError('fetch failed', {
            cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }),
          }),
        ),
      { code: 'ENOTFOUND', sent: false },
    ],
    [
      'rejects with a reset of the connection',
      () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNRESET', syscall: 'read' })),
      { code: 'ECONNRESET', sent: true },
    ],
    [
      'rejects like Deno',
      () =>
        Promise.reject(
          new TypeError(
            'error sending request: client error (Connect): tcp connect error: Connection refused (os error 111)',
          ),
        ),
      { code: 'ECONNREFUSED', sent: false },
    ],
    [
      'rejects like bun',
      () =>
        Promise.reject(
          Object.assign(new Error('Unable to connect'), { code: 'ConnectionRefused' }),
        ),
      { code: 'ECONNREFUSED', sent: false },
    ],
    [
      'rejects because of a proxy',
      () =>
        Promise.reject(
          new TypeError('fetch failed', {
            cause: new Error('Proxy response (407) !== 200 when HTTP Tunneling'),
          }),
        ),
      { code: 'PROXY_AUTH', sent: false },
    ],
    ['rejects with a string', () => Promise.reject('broken'), { code: 'FETCH_FAILED' }],
    ['returns undefined', () => undefined, { code: 'INVALID_FETCH' }],
    ['returns an object without a status', () => ({ ok: true }), { code: 'INVALID_FETCH' }],
    ['returns an error response', () => Response.error(), { code: 'INVALID_FETCH' }],
    ['returns a response without a body', () => ({ status: 200 }), { code: 'INVALID_FETCH' }],
  ])('(%s)', async (_, fetch, expected) => {
    const error = await errorOf(fetch as FetchFunction);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ attempts: 1, status: undefined, ...expected });
  });
});

describe('a response that cannot be used', () => {
  it.each<[string, () => object, string]>([
    ['a page', () => new Response('<!doctype html><p>Sign in'), 'is a page, not JSON'],
    ['nothing', () => new Response(''), 'is empty'],
    ['half of a document', () => new Response('{"items": ['), 'not valid JSON'],
    ['bytes that are not UTF-8', () => new Response(Uint8Array.of(0x22, 0xff, 0x22)), 'not UTF-8'],
    ['a redirect', () => new Response(null, { status: 302 }), 'a redirect (302)'],
    [
      'a redirect, as browsers show it',
      () => ({ type: 'opaqueredirect', status: 0 }),
      'a redirect;',
    ],
    [
      'one that was redirected',
      () => ({ status: 200, redirected: true, json: () => ({}) }),
      'followed a redirect',
    ],
    [
      'one from elsewhere',
      () => ({ status: 200, url: 'https://evil.example/', json: () => ({}) }),
      'followed a redirect',
    ],
  ])('is an InvalidResponseError (%s)', async (_, response, message) => {
    const error = await errorOf(async () => response() as Response);
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error.message).toContain(message);
  });

  it.each<[string, string | Uint8Array<ArrayBuffer> | null, number]>([
    ['a page', '<html></html>', 503],
    ['bytes that are not UTF-8', Uint8Array.of(0xff), 200],
    ['a body that is too large', 'x'.repeat(1024 * 1024 + 1), 503],
    ['a redirect', null, 307],
  ])('has its request id without the API key, and Retry-After (%s)', async (_, body, status) => {
    const headers = { 'x-request-id': `req_1 ${paidKey}`, 'retry-after': '7' };
    const error = await errorOf(async () => new Response(body, { status, headers }));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({ status, requestId: 'req_1 ***', retryAfter: 7 });
  });

  it('is not read beyond 16 MiB', async () => {
    let [sent, isCanceled] = [0, false];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
      cancel() {
        isCanceled = true;
      },
    });
    const error = await errorOf(async () => new Response(body));
    expect(error.message).toBe('the response (status 200) is larger than 16 MiB');
    expect({ sent: sent < 20, isCanceled }).toEqual({ sent: true, isCanceled: true });
  });
});

describe('a fetch that ignores its signal', () => {
  const silentBody = () => new Response(new ReadableStream({ pull: () => never<void>() }));

  it.each<[string, FetchFunction, string]>([
    ['no response', () => never<Response>(), 'no response'],
    ['no end of the body', async () => silentBody(), 'no complete response'],
  ])('and has %s ends at the timeout', async (_, fetch, message) => {
    const error = await errorOf(fetch, { timeout: 50 });
    expect(error).toMatchObject({ code: 'ETIMEDOUT', attempts: 1 });
    expect(error.message).toBe(`${message} from ${baseUrl} within 0.05 s`);
  });

  it.each<[string, FetchFunction]>([
    ['no response', () => never<Response>()],
    ['no end of the body', async () => silentBody()],
  ])('and has %s ends when the signal of the call is aborted', async (_, fetch) => {
    const stop = new AbortController();
    const pending = clientWith({ fetch }).usage({}, { signal: stop.signal });
    setImmediate(() => stop.abort('enough'));
    await expect(pending).rejects.toBe('enough');
  });

  it('has its late response canceled', async () => {
    let respond = (_: Response) => {};
    const fetch = () => new Promise<Response>((resolve) => (respond = resolve));
    await errorOf(fetch, { timeout: 20 });
    const canceled = new Promise<void>((resolve) =>
      respond(new Response(new ReadableStream({ cancel: () => resolve() }))),
    );
    await canceled;
  });
});

describe('a dispatcher', () => {
  it.each(['close', 'destroy'] as const)('is refused after its %s()', async (end) => {
    const { baseUrl: local } = await rawServer(() => {});
    const dispatcher = new Agent();
    await dispatcher[end]();
    await expect(clientWith({ baseUrl: local, dispatcher }).usage()).rejects.toMatchObject({
      message: `no connection to ${local}: the dispatcher was closed (UND_ERR_CLOSED)`,
      sent: false,
    });
  });

  it('says whether something was sent', async () => {
    const { baseUrl: local } = await rawServer((socket) =>
      socket.once('data', () => socket.resetAndDestroy()),
    );
    const dispatcher = new Agent();
    closing({ close: () => dispatcher.destroy() });
    await expect(clientWith({ baseUrl: local, dispatcher }).usage()).rejects.toMatchObject({
      sent: true,
    });
  });

  it('does not end the process when a body is cut off', async () => {
    const { baseUrl: local } = await rawServer((socket) =>
      socket.once('data', () => {
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{');
      }),
    );
    const dispatcher = new Agent();
    closing({ close: () => dispatcher.destroy() });
    await expect(clientWith({ baseUrl: local, dispatcher }).usage()).rejects.toMatchObject({
      message: expect.stringContaining('no complete response'),
    });
  });
});

describe('the API key', () => {
  it.each<[string, () => unknown]>([
    ['the message', () => new Error(`Authorization: Bearer ${paidKey}`)],
    ['the cause', () => new TypeError('failed', { cause: new Error(`key ${paidKey}`) })],
    ['a property', () => Object.assign(new Error('x'), { config: { key: paidKey } })],
    ['a header', () => Object.assign(new Error('x'), { headers: new Headers({ k: paidKey }) })],
    ['an object that is no error', () => ({ message: 'x', request: { key: paidKey } })],
    ['one of several errors', () => new AggregateError([new Error(paidKey)], 'all')],
    ['base64', () => new Error(Buffer.from(`user:${paidKey}`).toString('base64'))],
  ])('is not in the error of a fetch that has it in %s', async (_, error) => {
    const caught = await errorOf(async () => {
      throw error();
    });
    const shown = inspect(caught, { depth: null, showHidden: true });
    expect(shown).not.toContain(paidKey);
    expect(shown).not.toContain(Buffer.from(`user:${paidKey}`).toString('base64'));
  });

  it('is not in the error of a service that repeats it', async () => {
    const body = { error: 'unauthorized', message: `bad key ${paidKey}`, keys: [{ [paidKey]: 1 }] };
    const headers = { 'x-request-id': paidKey };
    const error = await errorOf(async () => Response.json(body, { status: 401, headers }));
    expect(error).toMatchObject({ message: 'bad key ***', code: 'unauthorized', requestId: '***' });
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(paidKey);
  });

  it('is not shown by the client', () => {
    const client = createClient({ baseUrl, apiKey: paidKey });
    expect(inspect(client, { depth: null, showHidden: true })).not.toContain(paidKey);
  });

  it('keeps the error of a fetch that has no secret', async () => {
    const cause = new Error('boom');
    expect((await errorOf(async () => Promise.reject(cause))).cause).toBe(cause);
  });
});

describe.each(['client', 'call'])('a secret in a header of the %s', (place) => {
  /** The error of a call that sends the header. */
  async function errorWith(header: Record<string, string>, fetch: FetchFunction) {
    const [ofClient, ofCall] = place === 'client' ? [header, {}] : [{ 'x-region': 'eu' }, header];
    const client = clientWith({ fetch, headers: ofClient });
    const error: unknown = await client
      .usage({}, { headers: ofCall })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(NewswatchError);
    return { error, shown: inspect(error, { depth: null, showHidden: true }) };
  }

  const long = 'a-value-of-16-characters';

  it.each([
    ['x-gateway-key', 'hunter2'],
    ['cookie', 'id=7'],
    ['x-trace', long],
  ])('is not in the error of a fetch that throws it (%s)', async (name, value) => {
    const { shown } = await errorWith({ [name]: value }, async (_, { headers }) => {
      throw Object.assign(new TypeError(`refused ${headers[name]}`, { cause: headers }), {
        code: `E_${headers[name]}`,
      });
    });
    expect(shown).toContain('refused ***');
    expect(shown).not.toContain(value);
  });

  it('is not in the error of a service that repeats it, also with the API key', async () => {
    const { error, shown } = await errorWith({ 'x-trace': long }, async (_, { headers }) =>
      Response.json(
        { error: 'unauthorized', message: `bad ${long} ${headers['authorization']}`, [long]: 1 },
        { status: 401, headers: { 'x-request-id': long } },
      ),
    );
    expect(error).toMatchObject({ message: 'bad *** Bearer ***', requestId: '***' });
    expect(shown).not.toContain(long);
    expect(shown).not.toContain(paidKey);
  });

  it('is not an ordinary word', async () => {
    const header = { 'x-region': 'europe', 'x-keyword': 'chips' };
    const { error } = await errorWith(header, async () => {
      throw new Error('no chips in europe');
    });
    expect(error).toMatchObject({ message: expect.stringContaining('no chips in europe') });
  });
});

it.each(['', '/', '/api/v1', '/mcp'])('sends to the path of the base URL (…%s)', async (end) => {
  const urls: string[] = [];
  const fetch: FetchFunction = async (url) => {
    urls.push(url);
    return Response.json({ items: [] });
  };
  const client = clientWith({ baseUrl: `https://gateway.example.com/news${end}`, fetch });
  await client.news.latest({ limit: 2 });
  expect(urls).toEqual(['https://gateway.example.com/news/api/v1/news/latest?limit=2']);
});

describe('options', () => {
  const create = (options: unknown) => () => createClient(options as ClientOptions);
  const valid = { baseUrl, apiKey: paidKey };

  it.each<[unknown, string]>([
    [undefined, 'createClient() needs an object of options (got undefined)'],
    [{ baseUrl }, 'createClient() needs the option apiKey'],
    [{ apiKey: paidKey }, 'createClient() needs the option baseUrl'],
    [
      { baseUrl: paidKey, apiKey: baseUrl },
      'apiKey is a URL: are baseUrl and apiKey interchanged?',
    ],
    [
      { ...valid, baseURL: baseUrl },
      'createClient() has no option "baseURL"; did you mean baseUrl?',
    ],
    [
      { ...valid, maxRetries: 1 },
      'createClient() has no option "maxRetries"; did you mean retries?',
    ],
    [{ ...valid, proxy: 'http://a' }, 'createClient() has no option "proxy"'],
    [
      { ...valid, timeout: '30' },
      'timeout must be a number of milliseconds from 1 to 86400000 (got a string)',
    ],
    [{ ...valid, retries: 1.5 }, 'retries must be a whole number from 0 to 99 (got 1.5)'],
    [{ ...valid, strict: 'yes' }, 'strict must be true or false (got a string)'],
    [{ ...valid, fetch: {} }, 'fetch must be a function (got an object)'],
    [
      { ...valid, dispatcher: {} },
      'dispatcher must be a Dispatcher of the package undici, with the method request() (got an object)',
    ],
    [
      { ...valid, fetch, dispatcher: { request: fetch } },
      'fetch and dispatcher cannot be used together',
    ],
    [{ ...valid, headers: 'x: y' }, 'headers must be an object of names and values (got a string)'],
    [
      { ...valid, headers: { Authorization: 'x' } },
      'the header "Authorization" cannot be overridden: it carries the API key',
    ],
    [{ ...valid, headers: { Host: 'x' } }, 'the header "Host" is set by the client'],
    [{ ...valid, headers: { 'x y': 'z' } }, 'the header "x y" has an invalid name'],
    [
      { ...valid, headers: { 'x-a': 'a\r\nx-b: c' } },
      'the header "x-a" has an invalid value: line breaks, control characters, surrounding spaces and characters outside Latin-1 are not allowed',
    ],
  ])('%j are refused', (options, message) => {
    expect(create(options)).toThrow(SettingError);
    expect(create(options)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(message), attempts: 0 }),
    );
  });

  it('of a call are refused, and nothing is sent', async () => {
    let calls = 0;
    const fetch = async () => {
      calls += 1;
      return Response.json({});
    };
    const client = clientWith({ fetch });
    const call = (options: object) => client.usage({}, options);
    await expect(call({ singal: null })).rejects.toThrow('did you mean signal?');
    await expect(call({ timeout: 0 })).rejects.toMatchObject({ code: 'bad_timeout' });
    await expect(call({ signal: {} })).rejects.toMatchObject({ code: 'bad_signal' });
    await expect(call({ headers: { authorization: 'x' } })).rejects.toThrow(SettingError);
    expect(calls).toBe(0);
  });

  it('of a call override those of the client', async () => {
    const seen: unknown[] = [];
    const fetch: FetchFunction = async (_, { headers }) => {
      seen.push(headers);
      return Response.json({ error: 'unavailable', message: 'x' }, { status: 503 });
    };
    const client = clientWith({
      fetch,
      headers: { 'X-Team': 'one', 'x-region': 'eu' },
      retries: 2,
    });
    const options = { retries: 0, headers: new Headers({ 'x-team': 'two' }) };
    await expect(client.usage({}, options)).rejects.toMatchObject({ attempts: 1, status: 503 });
    expect(seen).toMatchObject([{ 'x-team': 'two', 'x-region': 'eu' }]);
  });

  it('of a read-only client refuse writes before they are sent', async () => {
    const client = clientWith({ fetch: async () => Response.json({}), readOnly: true });
    await expect(client.monitors.delete({ id: 'm' })).rejects.toMatchObject({
      code: 'bad_read_only',
    });
    await client.usage();
  });
});
