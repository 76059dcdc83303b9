import { AnswerError, type NetworkError } from '../../../client/errors.ts';
import { networkError, redirectError } from '../../../client/network-error.ts';
import type { Settings } from '../../settings.ts';

/** An HTTP answer that is an error of the service's own. */
export class RefusedRequest extends Error {
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

type Endpoint = Pick<Settings, 'baseUrl' | 'apiKey'> & {
  /** Milliseconds for a whole exchange; none unless given. */
  timeout?: number;
};

/**
 * Makes the requests of an MCP client: with the key, to one origin, following no redirect. The
 * library above it words failures in its own way, so the last one is kept as it was.
 */
export class ServiceFetch {
  /** Why the last exchange failed; `undefined` after one that did not. */
  failure: NetworkError | AnswerError | RefusedRequest | undefined;
  readonly #endpoint: Endpoint;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { apiKey, timeout } = this.#endpoint;
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${apiKey}`);
    const deadline = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
    const signals = [init.signal, deadline].filter((signal) => signal != null);
    const keep = (failure: typeof this.failure) => {
      // A library also asks whether there is a stream to listen to; most services have none.
      if (init.method === 'POST') this.failure = failure;
    };
    keep(undefined);
    try {
      const signal = AbortSignal.any(signals);
      const answer = await fetch(url, { ...init, headers, signal, redirect: 'manual' });
      if (answer.status >= 300 && answer.status < 400) throw redirectError(answer.status);
      if (answer.ok && isStream(answer)) return answer;
      const text = await answer.text();
      if (!answer.ok) keep(new RefusedRequest(answer.status, text));
      const { status, headers: sent } = answer;
      return new Response(text === '' ? null : text, { status, headers: sent });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      const failure = this.#failureOf(error, deadline?.aborted === true && timeout);
      keep(failure);
      throw failure;
    }
  };

  #failureOf(error: unknown, timeout: number | false | undefined) {
    if (error instanceof AnswerError) return error;
    const cause = error instanceof TypeError ? (error.cause ?? error) : error;
    return networkError(cause, { origin: this.#endpoint.baseUrl, timeout: timeout ?? false });
  }
}

function isStream(answer: Response): boolean {
  return answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
}
