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
   * @param trustedProxies IP addresses or networks (CIDR) of proxies whose `X-Forwarded-For` is used
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
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined) return clientNetwork(remote);
    if (!this.isProxy(remote)) {
      this.#warnOnce(remote);
      return clientNetwork(remote);
    }
    // Each proxy appends the address that it got the request from; earlier ones can be forged.
    const hops = String(forwarded).split(',').map(withoutPort);
    return clientNetwork(hops.findLast((hop) => !this.isProxy(hop)) ?? remote);
  }

  #warnOnce(proxy: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#log('warn', 'X-Forwarded-For ignored', {
      address: proxy,
      reason: 'not a trusted proxy, so its clients share one limit; see serve --trust-proxy',
    });
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
