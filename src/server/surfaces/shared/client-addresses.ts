import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { clientNetwork } from '../../../node/client-network.ts';
import type { Log } from '../../../node/log.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Determines whom a request counts for in the limits of an address: the client's IP address, or the
 * /64 network of an IPv6 address, because a client has all addresses of such a network.
 */
export class ClientAddresses {
  readonly #proxies: readonly [Address, number][];
  readonly #log: Log;
  #hasWarned = false;

  /**
   * @param trustedProxies IP addresses or networks (CIDR) of proxies whose `X-Forwarded-For` is used;
   *   `Forwarded` (RFC 7239) is not
   * @throws {TypeError} if one of them is neither
   */
  constructor(trustedProxies: readonly string[], log: Log) {
    this.#proxies = trustedProxies.map(parseNetwork);
    this.#log = log;
  }

  /** Whether TCP connections from the address carry the requests of other clients. */
  isProxy(remoteAddress: string): boolean {
    if (this.#proxies.length === 0 || !ipaddr.isValid(remoteAddress)) return false;
    const address = ipaddr.process(remoteAddress);
    return this.#proxies.some(
      ([network, bits]) => address.kind() === network.kind() && address.match(network, bits),
    );
  }

  of({ socket, headers }: IncomingMessage): string {
    const remote = socket.remoteAddress ?? '';
    const { forwarded, 'x-forwarded-for': list } = headers;
    if (!this.isProxy(remote)) {
      if (list !== undefined)
        this.#warnOnce('X-Forwarded-For', remote, 'it is not a trusted proxy');
      return clientNetwork(remote);
    }
    if (list === undefined && forwarded !== undefined) {
      this.#warnOnce('Forwarded', remote, 'a proxy must send X-Forwarded-For');
    }
    // Each proxy appends the address that it got the request from; earlier ones can be forged.
    let client = remote;
    for (const hop of String(list ?? '')
      .split(',')
      .reverse()) {
      const address = withoutPort(hop);
      // A text that is no address would be a limit of its own for each client that invents one.
      if (!isIP(address)) break;
      client = address;
      if (!this.isProxy(address)) break;
    }
    return clientNetwork(client);
  }

  #warnOnce(header: string, address: string, why: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const reason = `${why}, so its clients share one limit; see serve --trust-proxy`;
    this.#log('warn', `${header} ignored`, { address, reason });
  }
}

function withoutPort(hop: string): string {
  const text = hop.trim();
  return /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
}

function parseNetwork(text: string): [Address, number] {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!isIP(text)) {
    throw new TypeError(`a trusted proxy must be an IP address or network, not ${text}`);
  }
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
