import { connect, type Socket } from 'node:net';
import type { Client, Dispatcher } from 'undici';
import { lookUpHost } from '../../node/host-lookup.ts';
import { createHttpConnection, dispatchRequest } from '../../node/undici.ts';
import { withoutBrackets } from '../../node/without-brackets.ts';
import { closedEarly } from './closed-early.ts';
import type { ConnectionStage } from './connection-stage.ts';
import type { Endpoint } from './endpoint.ts';
import { openTunnel } from './open-tunnel.ts';
import type { ProxyServer } from './proxy.ts';
import { tlsOptions } from './tls-options.ts';

/** Milliseconds of silence before TCP probes the connection. */
const keepAliveDelay = 60_000;

/**
 * One keep-alive connection to an origin, directly or through a proxy. It has no timeouts: its owner
 * destroys it, and with it everything that it has opened, at any stage.
 */
export class Connection {
  readonly #origin: URL;
  readonly #proxy: ProxyServer | undefined;
  readonly #lookUp: typeof lookUpHost;
  readonly #end = new AbortController();
  #client: Promise<Client> | undefined;
  #stage: ConnectionStage = 'idle';

  constructor(origin: string, proxy: ProxyServer | undefined, lookUp = lookUpHost) {
    this.#origin = new URL(origin);
    this.#proxy = proxy;
    this.#lookUp = lookUp;
  }

  get stage(): ConnectionStage {
    return this.#stage;
  }

  /** Sends a request, on a new socket if the last one was closed. One request at a time. */
  async send(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    this.#stage = 'idle';
    this.#client ??= createHttpConnection(this.#origin.origin, (_options, callback) => {
      this.#open().then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    });
    const client = await this.#client;
    this.#end.signal.throwIfAborted();
    // Sending calls the connector above synchronously if there is no socket.
    this.#stage = 'response';
    const response = await dispatchRequest(client, options);
    this.#stage = 'body';
    return response;
  }

  /** Ends the request, if any, with the given reason. */
  destroy(reason: Error): void {
    this.#end.abort(reason);
    this.#client?.then((client) => client.destroy(reason)).catch(() => {});
  }

  /** Opens a socket to the origin, ready for HTTP. */
  async #open(): Promise<Socket> {
    const { hostname, port, protocol } = this.#origin;
    const isTls = protocol === 'https:';
    const target = { host: withoutBrackets(hostname), port: Number(port) || (isTls ? 443 : 80) };
    let socket = this.#proxy
      ? await this.#connectThrough(this.#proxy, target)
      : await this.#connect(target, 'lookup', 'connect');
    if (isTls) {
      this.#stage = 'tls';
      socket = await this.#startTls(socket, target.host);
    }
    this.#stage = 'response';
    return socket;
  }

  async #connectThrough(proxy: ProxyServer, target: Endpoint): Promise<Socket> {
    let socket = await this.#connect(proxy, 'proxy_lookup', 'proxy_connect');
    if (proxy.protocol === 'https:') {
      this.#stage = 'proxy_tls';
      socket = await this.#startTls(socket, proxy.host);
    }
    let { host } = target;
    if (proxy.protocol === 'socks5:') {
      this.#stage = 'lookup';
      const found = await this.#lookUp(host, { signal: this.#end.signal });
      // The proxy gets one address, and more proxies have IPv4 than IPv6.
      const preferred = found.find(({ family }) => family === 4) ?? found[0];
      host = preferred?.address ?? host;
    }
    this.#stage = 'proxy_tunnel';
    await openTunnel(socket, proxy, { host, port: target.port });
    return socket;
  }

  async #connect(
    { host, port }: Endpoint,
    lookup: ConnectionStage,
    connecting: ConnectionStage,
  ): Promise<Socket> {
    this.#stage = lookup;
    const addresses = await this.#lookUp(host, { signal: this.#end.signal });
    this.#stage = connecting;
    const socket = connect({
      host,
      port,
      keepAlive: true,
      keepAliveInitialDelay: keepAliveDelay,
      noDelay: true,
      autoSelectFamily: true,
      lookup: (_host, _options, callback) => callback(null, addresses),
    });
    return this.#opened(socket, 'connect');
  }

  /** Verifies the certificate for the host. */
  async #startTls(socket: Socket, host: string): Promise<Socket> {
    const tls = await import('node:tls');
    this.#end.signal.throwIfAborted();
    const secured = tls.connect({ ...tlsOptions(host), socket });
    return this.#opened(secured, 'secureConnect');
  }

  /** Resolves when the event occurs. The socket is destroyed with the connection. */
  #opened(socket: Socket, event: string): Promise<Socket> {
    const { signal } = this.#end;
    const destroy = () => socket.destroy(signal.reason);
    if (signal.aborted) destroy();
    else signal.addEventListener('abort', destroy, { once: true });
    return new Promise((resolve, reject) => {
      socket
        .once(event, () => resolve(socket))
        .on('error', reject)
        .once('close', () => {
          signal.removeEventListener('abort', destroy);
          reject(closedEarly());
        });
    });
  }
}
