import { checkApiKey } from '../../../client/api-key.ts';
import { parseBaseUrl } from '../../../client/base-url.ts';
import type { Deadline } from '../../../client/deadline.ts';
import { InvalidResponseError, NetworkError } from '../../../client/errors.ts';
import type { ServiceRequest } from '../../../client/request.ts';
import { Transport } from '../../../client/transport.ts';
import { proxyFor } from '../../config/proxy.ts';
import type { CallSettings } from '../../config/settings.ts';
import { ErrorResponse } from '../../errors/error-response.ts';

/**
 * A `fetch` for the MCP library that uses this client's transport. The library replaces errors with
 * its own, so `failure` keeps the last original error.
 */
export class ServiceFetch {
  /** The error of the last POST request; `undefined` if it succeeded. */
  failure: NetworkError | InvalidResponseError | ErrorResponse | undefined;
  readonly #transport: Transport;
  readonly #deadline: Deadline | undefined;

  /**
   * @param deadline for all requests together (default: no limit)
   * @throws {SettingError} if the base URL or the API key is unusable
   */
  constructor({ baseUrl, apiKey }: Pick<CallSettings, 'baseUrl' | 'apiKey'>, deadline?: Deadline) {
    this.#transport = new Transport(parseBaseUrl(baseUrl), checkApiKey(apiKey), proxyFor(baseUrl));
    this.#deadline = deadline;
  }

  readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const method = methodOf(init);
    const record = (failure: typeof this.failure) => {
      // The library also probes with GET for an event stream, which most services do not offer.
      if (method === 'POST') this.failure = failure;
    };
    record(undefined);
    const request: ServiceRequest = {
      method,
      path: new URL(url).pathname,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
    };
    try {
      const options = { deadline: this.#deadline, signal: init.signal ?? undefined };
      const response = await this.#transport.fetch(request, options);
      if (!response.ok) record(await errorResponseOf(response));
      return response;
    } catch (error) {
      if (error instanceof NetworkError || error instanceof InvalidResponseError) record(error);
      throw error;
    }
  };

  /** Closes the keep-alive connections. */
  close(): void {
    this.#transport.close();
  }
}

function methodOf({ method }: RequestInit): ServiceRequest['method'] {
  return method === 'POST' || method === 'DELETE' ? method : 'GET';
}

/** The error of a response with an error status. Its body stays readable. */
export async function errorResponseOf(response: Response): Promise<ErrorResponse> {
  const { status, headers } = response;
  const text = await response.clone().text();
  return new ErrorResponse({ status, text, retryAfter: headers.get('retry-after') ?? undefined });
}
