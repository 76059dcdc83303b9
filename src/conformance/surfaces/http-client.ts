import { Readable } from 'node:stream';
import type { ServiceRequest } from '../../client/request.ts';
import { errorMessage } from '../../node/error-message.ts';
import { readBounded } from '../../node/read-bounded.ts';
import { createPool, createProxyAgent, dispatchRequest } from '../../node/undici.ts';
import type { Deployment } from '../deployment.ts';
import { NotChecked, Violation } from '../violation.ts';

/** In bytes: larger responses are violations. */
const maxResponseSize = 10 * 1024 * 1024;

export interface HttpResponse {
  status: number;
  /** Lowercase names; the first value of each. */
  headers: Readonly<Record<string, string>>;
  text: string;
}

type Dispatcher = Awaited<ReturnType<typeof createPool>>;

/** Sends any request to one origin, without credentials of its own. Follows no redirects. */
export class HttpClient {
  readonly #deployment: Deployment;
  #dispatcher: Promise<Dispatcher> | undefined;

  constructor(deployment: Deployment) {
    this.#deployment = deployment;
  }

  /**
   * @throws {Violation} if no complete response arrives in time
   * @throws {NotChecked} if the service limits the rate of requests
   */
  async send(request: ServiceRequest): Promise<HttpResponse> {
    const { statusCode: status, headers, body } = await this.#dispatch(request);
    try {
      const text = (await readBounded(body, maxResponseSize)).toString();
      return { status, headers: firstValues(headers), text };
    } catch (error) {
      throw noResponse(request, error);
    }
  }

  /** For the MCP library: a `fetch` that adds headers. Event streams are not buffered. */
  fetchWith(added: Readonly<Record<string, string>>) {
    return async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
      const { statusCode, headers, body } = await this.#dispatch(
        {
          method: init.method === 'POST' || init.method === 'DELETE' ? init.method : 'GET',
          path: new URL(url).pathname,
          headers: { ...Object.fromEntries(new Headers(init.headers)), ...added },
          ...(typeof init.body === 'string' ? { body: init.body } : {}),
        },
        init.signal ?? undefined,
      );
      const own = firstValues(headers);
      const isStream = own['content-type']?.startsWith('text/event-stream');
      const content = isStream ? Readable.toWeb(body) : await readBounded(body, maxResponseSize);
      const isEmpty = Buffer.isBuffer(content) && content.length === 0;
      return new Response(isEmpty ? null : content, { status: statusCode, headers: own });
    };
  }

  async close(): Promise<void> {
    await (await this.#dispatcher)?.destroy();
  }

  async #dispatch(request: ServiceRequest, signal?: AbortSignal) {
    const { origin, proxy, timeout = 30_000 } = this.#deployment;
    this.#dispatcher ??= proxy === undefined ? createPool(origin) : createProxyAgent(proxy);
    const { method, path, body, headers } = request;
    const deadline = AbortSignal.timeout(timeout);
    try {
      const response = await dispatchRequest(await this.#dispatcher, {
        origin,
        method,
        path,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
      });
      if (response.statusCode !== 429) return response;
      await response.body.dump();
    } catch (error) {
      throw noResponse(request, error);
    }
    throw new NotChecked('the service limits the rate of requests (429): try again later');
  }
}

function noResponse({ method, path }: ServiceRequest, error: unknown): Violation {
  return new Violation(`${method} ${path.split('?')[0]}: no response (${errorMessage(error)})`);
}

function firstValues(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat()[0] ?? '']),
  );
}
