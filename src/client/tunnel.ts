import type { Dispatcher } from 'undici';

/** Reaches an origin through a tunnel that a proxy makes. Time limits are the caller's. */
export async function tunnelThrough(proxy: string): Promise<Dispatcher> {
  const [{ default: ProxyAgent }, { default: Pool }, { default: connect }] = await Promise.all([
    import('undici/lib/dispatcher/proxy-agent.js'),
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/api/api-connect.js'),
  ]);
  const tls = { timeout: 0 };
  return new ProxyAgent({
    uri: proxy,
    headersTimeout: 0,
    bodyTimeout: 0,
    requestTls: tls,
    proxyTls: tls,
    // undici's index gives its dispatchers this method; the index itself is not loaded.
    clientFactory: (origin, options) => Object.assign(new Pool(origin, options), { connect }),
  });
}
