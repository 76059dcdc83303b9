import type { FetchFunction, RequestDispatcher } from './client-options.ts';

/**
 * Makes a `fetch` of an undici `Dispatcher`. It uses only the dispatcher's own `request()`: another
 * version of undici, or the one inside Node, may not understand the dispatcher.
 */
export function dispatcherFetch(dispatcher: RequestDispatcher): FetchFunction {
  return async (url, { method, headers, body, signal }) => {
    if (Reflect.get(dispatcher, 'destroyed') === true) {
      throw Object.assign(new Error('the dispatcher was closed'), { code: 'UND_ERR_CLOSED' });
    }
    const { origin, pathname, search } = new URL(url);
    const response = await dispatcher.request({
      origin,
      path: pathname + search,
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      signal,
    });
    const stream: unknown = response.body;
    // An error of a stream without a listener would end the process.
    if (isEmitter(stream)) stream.on('error', () => {});
    return {
      status: response.statusCode,
      headers: toHeaders(response.headers),
      body: response.body,
    };
  };
}

function toHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const entries = Object.entries(headers).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
  return new Headers(entries);
}

function isEmitter(value: unknown): value is { on(event: string, listener: () => void): void } {
  return typeof value === 'object' && value !== null && 'on' in value;
}
