import { Readable } from 'node:stream';
import {
  ConnectionPool,
  type ExchangeError,
  type ResponseData,
} from '../../client/connection/connection-pool.ts';
import { parseProxy } from '../../client/connection/proxy.ts';
import type { ServiceRequest } from '../../client/request.ts';
import { errorMessage } from '../../node/error-message.ts';
import { readBounded } from '../../node/read-bounded.ts';
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

/** Sends any request to one origin, without adding credentials. Follows no redirects. */
export class HttpClient {
  readonly #connections: ConnectionPool;
  readonly #timeout: number;

  constructor({ origin, proxy, timeout = 30_000 }: Deployment) {
    this.#connections = new ConnectionPool(
      origin,
      proxy === undefined ? undefined : parseProxy(proxy),
    );
    this.#timeout = timeout;
  }

  /**
   * @throws {Violation} if no complete response arrives in time
   * @throws {NotChecked} if the service limits the rate of requests
   */
  send(request: ServiceRequest): Promise<HttpResponse> {
    return this.#exchange(request, async ({ statusCode, headers, body }) => {
      const text = (await readBounded(body, maxResponseSize)).toString();
      return { status: statusCode, headers: firstValues(headers), text };
    });
  }

  /** For the MCP library: a `fetch` that adds headers. Event streams are not buffered. */
  fetchWith(added: Readonly<Record<string, string>>) {
    return (url: string | URL, init: RequestInit = {}): Promise<Response> => {
      const request: ServiceRequest = {
        method: init.method === 'POST' || init.method === 'DELETE' ? init.method : 'GET',
        path: new URL(url).pathname,
        headers: { ...Object.fromEntries(new Headers(init.headers)), ...added },
        ...(typeof init.body === 'string' ? { body: init.body } : {}),
      };
      const toResponse = async ({ statusCode, headers, body }: ResponseData) => {
        const own = firstValues(headers);
        const isStream = own['content-type']?.startsWith('text/event-stream');
        const content = isStream ? Readable.toWeb(body) : await readBounded(body, maxResponseSize);
        const isEmpty = Buffer.isBuffer(content) && content.length === 0;
        return new Response(isEmpty ? null : content, { status: statusCode, headers: own });
      };
      return this.#exchange(request, toResponse, init.signal ?? undefined);
    };
  }

  close(): void {
    this.#connections.close();
  }

  async #exchange<Result>(
    request: ServiceRequest,
    read: (response: ResponseData) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const { method, path, body, headers } = request;
    const options = {
      method,
      path,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    };
    const deadline = AbortSignal.timeout(this.#timeout);
    const signals = signal === undefined ? [deadline] : [deadline, signal];
    try {
      return await this.#connections.exchange(options, signals, (response) => {
        if (response.statusCode !== 429) return read(response);
        throw new NotChecked('the service limits the rate of requests (429): try again later');
      });
    } catch (error) {
      const { cause } = error as ExchangeError;
      throw cause instanceof NotChecked ? cause : noResponse(request, cause);
    }
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
