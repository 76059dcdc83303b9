import { checkApiKey } from '../../../client/api-key.ts';
import { parseBaseUrl } from '../../../client/base-url.ts';
import type { Deadline } from '../../../client/deadline.ts';
import { InvalidResponseError, NetworkError } from '../../../client/errors.ts';
import type { ServiceRequest } from '../../../client/request.ts';
import { Transport } from '../../../client/transport.ts';
import { proxyFor } from '../../config/proxy.ts';
import type { CallSettings } from '../../config/settings.ts';

/** An HTTP answer that is an error of the service's own. */
export class HttpStatusError extends Error {
  override readonly name = 'RefusedRequest';
  readonly status: number;
  /** The body as it came. */
  readonly text: string;

  constructor(status: number, text: string) {
    super(`the service answered ${status}`);
    this.status = status;
    this.text = text;
  }
}

/**
 * Makes the requests of an MCP client over the client's own transport. The library above it words
 * failures in its own way, so the last one is kept as it was.
 */
export class ServiceFetch {
  /** Why the last exchange failed; `undefined` after one that did not. */
  failure: NetworkError | InvalidResponseError | HttpStatusError | undefined;
  readonly #transport: Transport;
  readonly #deadline: Deadline | undefined;

  /**
   * @param deadline when all exchanges must have ended; never, without one
   * @throws {SettingError} when the base URL or the key cannot work
   */
  constructor({ baseUrl, apiKey }: Pick<CallSettings, 'baseUrl' | 'apiKey'>, deadline?: Deadline) {
    this.#transport = new Transport(parseBaseUrl(baseUrl), checkApiKey(apiKey), proxyFor(baseUrl));
    this.#deadline = deadline;
  }

  readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const method = methodOf(init);
    const keep = (failure: typeof this.failure) => {
      // A library also asks whether there is a stream to listen to; most services have none.
      if (method === 'POST') this.failure = failure;
    };
    keep(undefined);
    const request: ServiceRequest = {
      method,
      path: new URL(url).pathname,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
    };
    try {
      const options = { deadline: this.#deadline, signal: init.signal ?? undefined };
      const answer = await this.#transport.fetch(request, options);
      if (!answer.ok) keep(new HttpStatusError(answer.status, await answer.clone().text()));
      return answer;
    } catch (error) {
      if (error instanceof NetworkError || error instanceof InvalidResponseError) keep(error);
      throw error;
    }
  };

  /** Ends the kept-alive connections. */
  close(): Promise<void> {
    return this.#transport.close();
  }
}

function methodOf({ method }: RequestInit): ServiceRequest['method'] {
  return method === 'POST' || method === 'DELETE' ? method : 'GET';
}
