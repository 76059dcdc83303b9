import type { Socket } from 'node:net';
import type { Agent, buildConnector, Client, Dispatcher } from 'undici';
import type { Socks5Client } from 'undici/lib/core/socks5-client.js';

/*
 * Every import of undici's internals is in this file. undici's index also loads fetch, WebSocket,
 * caches and mocks, which doubles the start-up time of a short command; these modules are loaded when
 * the first request is made. undici 7 has no `exports` map, so their paths resolve, but they are not
 * public: test/unit/node/undici.test.ts pins the versions that were tested.
 */

/** Opens a socket for a request and passes it, ready to write, to a callback. */
export type Connector = buildConnector.connector;

/** Keep-alive connections to any origin. */
export async function createAgent(options: Agent.Options): Promise<Agent> {
  const [{ default: AgentClass }, { default: build }, { kParser }] = await Promise.all([
    import('undici/lib/dispatcher/agent.js'),
    import('undici/lib/core/connect.js'),
    import('undici/lib/core/symbols.js'),
  ]);
  const { connect = {} } = options;
  const connector = typeof connect === 'function' ? connect : build(connect);
  return new AgentClass({ ...options, connect: acceptContinue(connector, kParser) });
}

/** One keep-alive connection to an origin. It has no timeouts. */
export async function createHttpConnection(origin: string, connect: Connector): Promise<Client> {
  const [{ default: ClientClass }, { kParser }] = await Promise.all([
    import('undici/lib/dispatcher/client.js'),
    import('undici/lib/core/symbols.js'),
    // So that `dispatchRequest()` need not load it.
    import('undici/lib/api/api-request.js'),
  ]);
  return new ClientClass(origin, {
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: acceptContinue(connect, kParser),
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

/** Speaks SOCKS5 over a connected socket. Empty credentials are not offered. */
export async function createSocksClient(
  socket: Socket,
  credentials: { username: string; password: string },
): Promise<Socks5Client> {
  // A CommonJS module that is bundled into an ES module has only a default export.
  const { default: module } = await import('undici/lib/core/socks5-client.js');
  return new module.Socks5Client(socket, credentials);
}

/**
 * Makes undici ignore a `100 Continue` that was not requested (RFC 9110, section 15.2), as it ignores
 * other interim responses. Otherwise it destroys the connection.
 */
function acceptContinue(connect: Connector, kParser: symbol): Connector {
  return (options, callback) =>
    connect(options, (...result: Parameters<typeof callback>) => {
      callback(...result);
      const parser = result[1] && Reflect.get(result[1], kParser);
      if (!isParser(parser)) return;
      const onHeadersComplete = parser.onHeadersComplete.bind(parser);
      parser.onHeadersComplete = (status, ...rest) =>
        onHeadersComplete(status === 100 ? 102 : status, ...rest);
    });
}

/** undici's parser of one connection. */
interface Parser {
  onHeadersComplete(status: number, ...rest: unknown[]): number;
}

function isParser(value: unknown): value is Parser {
  return typeof value === 'object' && value !== null && 'onHeadersComplete' in value;
}
