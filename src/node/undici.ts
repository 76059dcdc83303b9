import type { Agent, Dispatcher } from 'undici';

/*
 * Every import of undici's internals is in this file. undici's index also loads fetch, WebSocket,
 * caches and mocks, which doubles the start-up time of a short command; these modules are loaded when
 * the first request is made. undici 7 has no `exports` map, so their paths resolve, but they are not
 * public: test/unit/node/undici.test.ts pins the versions that were tested.
 */

/** The caller's deadline is the only timeout. */
const noTimeouts = { headersTimeout: 0, bodyTimeout: 0 };
const noConnectTimeout = { timeout: 0 };

/** Keep-alive connections to one origin. They have no timeouts. */
export async function createPool(origin: string): Promise<Dispatcher> {
  const { default: Pool } = await import('undici/lib/dispatcher/pool.js');
  return new Pool(origin, { ...noTimeouts, connect: noConnectTimeout });
}

/** Keep-alive connections to any origin. */
export async function createAgent(options: Agent.Options): Promise<Agent> {
  const { default: AgentClass } = await import('undici/lib/dispatcher/agent.js');
  return new AgentClass(options);
}

/** Tunneled connections through an http, https or socks5 proxy. They have no timeouts. */
export async function createProxyAgent(proxy: string): Promise<Dispatcher> {
  const [{ default: ProxyAgent }, { default: Pool }, { default: connect }] = await Promise.all([
    import('undici/lib/dispatcher/proxy-agent.js'),
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/api/api-connect.js'),
  ]);
  return new ProxyAgent({
    uri: proxy,
    ...noTimeouts,
    requestTls: noConnectTimeout,
    proxyTls: noConnectTimeout,
    // ProxyAgent needs `connect`, which is added by undici's index, and that is not loaded.
    clientFactory: (origin, options) => Object.assign(new Pool(origin, options), { connect }),
  });
}

/** Sends a request over a dispatcher. */
export async function dispatchRequest(
  dispatcher: Dispatcher,
  options: Dispatcher.RequestOptions,
): Promise<Dispatcher.ResponseData> {
  const { default: request } = await import('undici/lib/api/api-request.js');
  return request.call(dispatcher, options);
}
