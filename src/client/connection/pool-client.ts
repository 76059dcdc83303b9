import { handleEvents } from '../../node/handle-events.ts';
import { checkApiKey } from '../api-key.ts';
import { type BaseUrlOptions, parseBaseUrl } from '../base-url.ts';
import { createRawClient, type RawClient, type RawClientOptions } from '../raw-client.ts';
import { PoolTransport } from './pool-transport.ts';

export interface PoolClientOptions
  extends BaseUrlOptions,
    Pick<RawClientOptions, 'timeout' | 'retries' | 'onAttempt'> {
  /** The URL of the service, as for `createClient()`. */
  baseUrl: string;
  /** Sent as `Authorization: Bearer …`, only to this origin (default: none). */
  apiKey?: string | undefined;
  /**
   * URL of a proxy to tunnel through: http, https, socks5 (this machine looks up the host name) or
   * socks5h (the proxy does), with an optional user name and password (default: none).
   */
  proxy?: string | undefined;
}

/**
 * Creates a client with its own keep-alive connections, for programs that run on Node only.
 *
 * @throws {SettingError} if the base URL, the API key or the proxy is unusable
 */
export function createPoolClient({
  baseUrl,
  apiKey,
  allowHttp,
  proxy,
  ...options
}: PoolClientOptions): RawClient {
  const service = parseBaseUrl(baseUrl, { allowHttp });
  const transport = new PoolTransport(
    service,
    apiKey === undefined ? undefined : checkApiKey(apiKey),
    proxy,
  );
  return createRawClient({ ...options, transport, service, handleEvents });
}
