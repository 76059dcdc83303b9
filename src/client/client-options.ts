import {
  callback,
  flag,
  type OptionTypes,
  objectWith,
  textOption,
} from '../contract/option-types.ts';
import { checkSettingNames, checkSettings, duration, retryCount } from './check-settings.ts';
import { SettingError } from './errors.ts';
import { type HeaderInput, headerInput } from './header-input.ts';
import type { ServiceRequest } from './request.ts';
import type { CallAttempt } from './with-retries.ts';

/** The part of a request that a {@link FetchFunction} gets. */
export interface FetchInit {
  /** The HTTP method. */
  method: ServiceRequest['method'];
  /** The headers of the request. */
  headers: Record<string, string>;
  /** JSON text. */
  body?: string;
  /** Redirects are not followed: the API key is for one origin. */
  redirect: 'manual';
  /** Aborted when the call ends early. */
  signal: AbortSignal;
}

/** The part of a WHATWG `Response` that the client uses. Only `status` and a body are required. */
export interface FetchResponse {
  /** The HTTP status code. */
  readonly status: number;
  /** The headers, as an object with `get()` (default: none). */
  readonly headers?: unknown;
  /** A stream of bytes (default: `text()` or `json()` is called). */
  readonly body?: unknown;
  /** Whether redirects were followed, which is an error. */
  readonly redirected?: boolean;
  /** `opaqueredirect` for a redirect that a browser does not show. */
  readonly type?: string;
  /** The URL of the response. */
  readonly url?: string;
  /** Reads the whole body as text. */
  text?(): Promise<string>;
  /** Reads the whole body as JSON. */
  json?(): Promise<unknown>;
}

/** Any WHATWG `fetch`: that of the runtime, of undici, of a test tool, or a wrapper of one. */
export type FetchFunction = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** The part of an undici `Dispatcher` of any version that the client uses. */
export interface RequestDispatcher {
  /** Sends one request and resolves when the headers of the response have arrived. */
  request(options: {
    origin: string;
    path: string;
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    headers: Record<string, string>;
    body?: string;
    signal: AbortSignal;
  }): Promise<{
    statusCode: number;
    headers: Record<string, string | string[] | undefined>;
    body: AsyncIterable<Uint8Array>;
  }>;
}

/** Options of a client. An unknown key is an error, so that a misspelled option is noticed. */
export interface ClientOptions {
  /**
   * The URL of the service: `https://…`, or plain http on a loopback address (other hosts need
   * `allowHttp`). A path is a prefix of all requests: `https://gateway.example.com/newswatch`. `/api/v1` or
   * `/mcp` at the end is removed, once.
   */
  baseUrl: string;
  /** Sent as `Authorization: Bearer …`, only to the origin of `baseUrl`. */
  apiKey: string;
  /**
   * Whether `baseUrl` may be plain http on any host, such as a test server in another container
   * (default: false). Everybody on the network can then read the API key.
   */
  allowHttp?: boolean | undefined;
  /** Sends the requests (default: `globalThis.fetch`, looked up for each request). */
  fetch?: FetchFunction | undefined;
  /**
   * An undici `Agent`, `ProxyAgent`, `MockAgent` or other `Dispatcher`, of any version of undici, that
   * sends the requests. The client does not close it. Not together with `fetch`.
   */
  dispatcher?: RequestDispatcher | undefined;
  /**
   * Headers of all requests. Headers that the client sets itself, such as `Authorization`, are refused.
   */
  headers?: HeaderInput | undefined;
  /** Milliseconds for a whole call, including its retries, from 1 to 86,400,000 (default: 30,000). */
  timeout?: number | undefined;
  /**
   * Retries for requests that are safe to repeat, from 0 to 99 (default: 2): reads after 429, 5xx and
   * network errors, writes after 429 or if nothing was sent. Waits as long as `Retry-After` says,
   * otherwise with exponential backoff; gives up if the timeout would end first.
   */
  retries?: number | undefined;
  /**
   * Whether a response that does not match its schema throws an {@link InvalidResponseError} (default:
   * false, because a newer service may return fields and values that this version does not know).
   */
  strict?: boolean | undefined;
  /** Whether calls that change something are refused before they are sent (default: false). */
  readOnly?: boolean | undefined;
  /** Called after each attempt. */
  onAttempt?: ((request: ServiceRequest, attempt: CallAttempt) => void) | undefined;
}

const types: OptionTypes<ClientOptions> = {
  baseUrl: textOption,
  apiKey: textOption,
  allowHttp: flag,
  fetch: callback,
  dispatcher: objectWith(
    'request',
    'a Dispatcher of the package undici, with the method request()',
  ),
  headers: headerInput,
  timeout: duration(1),
  retries: retryCount,
  strict: flag,
  readOnly: flag,
  onAttempt: callback,
};

/** @throws {SettingError} if an option is missing, unknown or invalid */
export function checkClientOptions(options: ClientOptions): void {
  checkSettings('createClient()', options, types);
  const { baseUrl, apiKey, fetch, dispatcher } = options;
  if (baseUrl === undefined) throw missing('base_url', 'baseUrl');
  if (apiKey === undefined) throw missing('api_key', 'apiKey');
  if (/^https?:/i.test(apiKey)) {
    const message = 'apiKey is a URL: are baseUrl and apiKey interchanged?';
    throw new SettingError('api_key', message, 'Pass the API key as apiKey');
  }
  if (fetch === undefined || dispatcher === undefined) return;
  const message = 'fetch and dispatcher cannot be used together';
  throw new SettingError('dispatcher', message, 'Pass only one of them');
}

/**
 * Checks the names of options whose values are checked later.
 *
 * @throws {SettingError} if it is not an object of options, or an option is unknown
 */
export function checkClientOptionNames(subject: string, options: unknown): void {
  checkSettingNames(subject, options, Object.keys(types));
}

function missing(setting: string, name: string): SettingError {
  const hint = `Pass ${name}, or use createClient.fromEnv()`;
  return new SettingError(setting, `createClient() needs the option ${name}`, hint);
}
