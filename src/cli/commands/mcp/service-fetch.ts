import { checkApiKey } from '../../../client/api-key.ts';
import { parseBaseUrl } from '../../../client/base-url.ts';
import { PoolTransport } from '../../../client/connection/pool-transport.ts';
import { Deadline } from '../../../client/deadline.ts';
import { CallAbortedError, InvalidResponseError, NetworkError } from '../../../client/errors.ts';
import type { ServiceRequest } from '../../../client/request.ts';
import { retryAfterSeconds } from '../../../contract/retry-after.ts';
import { proxyFor } from '../../config/proxy.ts';
import type { CallSettings } from '../../config/settings.ts';
import { ErrorResponse } from '../../errors/error-response.ts';
import { parseJsonObject } from './json-object.ts';

/**
 * A `fetch` for the MCP library that uses this client's transport. The library replaces errors with
 * its own, so `failure` keeps the last original error.
 */
export class ServiceFetch {
  /** The error of the last POST request; `undefined` if it succeeded. */
  failure: CallAbortedError | NetworkError | InvalidResponseError | ErrorResponse | undefined;
  readonly #transport: PoolTransport;
  readonly #limit: Deadline | number;
  readonly #interruption: AbortSignal | undefined;

  /**
   * @param limit the deadline of all requests together, or the milliseconds of each request. The
   * latter do not limit streams that the service keeps open for its notifications.
   * @param interruption ends all requests when aborted (default: never)
   * @throws {SettingError} if the base URL, the API key or the proxy is unusable
   */
  constructor(
    { baseUrl, apiKey, allowHttp }: Pick<CallSettings, 'baseUrl' | 'apiKey' | 'allowHttp'>,
    limit: Deadline | number,
    interruption?: AbortSignal,
  ) {
    this.#transport = new PoolTransport(
      new URL(parseBaseUrl(baseUrl, { allowHttp })).origin,
      checkApiKey(apiKey),
      proxyFor(baseUrl),
    );
    this.#limit = limit;
    this.#interruption = interruption;
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
    const limit = this.#limit;
    const deadline = typeof limit === 'number' ? new Deadline(limit).unref() : limit;
    try {
      const signals = [init.signal, this.#interruption].filter(
        (each) => each instanceof AbortSignal,
      );
      const signal = AbortSignal.any(signals);
      const response = await this.#transport.fetch(request, { deadline, signal });
      if (deadline !== limit && isSubscription(request)) deadline.cancel();
      if (!response.ok) record(await errorResponseOf(response));
      return response;
    } catch (error) {
      const isAborted = error instanceof CallAbortedError;
      const isFailure = error instanceof NetworkError || error instanceof InvalidResponseError;
      if (isAborted || isFailure) record(error);
      throw isAborted ? error.reason : error;
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

/** Whether the response is a stream that the service keeps open for its notifications. */
function isSubscription({ method, body }: ServiceRequest): boolean {
  return method === 'GET' || parseJsonObject(body ?? '')?.['method'] === 'subscriptions/listen';
}

/** The error of a response with an error status. Its body stays readable. */
export async function errorResponseOf(response: Response): Promise<ErrorResponse> {
  const { status, headers } = response;
  const text = await response.clone().text();
  return new ErrorResponse({
    status,
    text,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfterSeconds(headers.get('retry-after') ?? undefined),
  });
}
