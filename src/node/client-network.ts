import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network that limits for each client count: its IPv4 address, or the first 64 bits of its IPv6
 * address, because a client has all addresses of such a network.
 *
 * @param address as in `socket.remoteAddress`; other text is returned, cut to the length of an address
 */
export function clientNetwork(address = ''): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address.slice(0, 45);
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${groups.join(':')}::/64`;
}
