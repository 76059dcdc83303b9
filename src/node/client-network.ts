import { isIPv6, SocketAddress } from 'node:net';

/**
 * The network that limits for each client count: its IPv4 address, or the first 64 bits of its IPv6
 * address, because a client has all addresses of such a network.
 *
 * @param address as in `socket.remoteAddress`; other text is returned, cut to the length of an address
 */
export function clientNetwork(address = ''): string {
  if (!isIPv6(address)) return address.slice(0, 45);
  const withoutZone = address.replace(/%.*$/, '');
  // In its canonical spelling.
  const { address: text } = new SocketAddress({ address: withoutZone, family: 'ipv6' });
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1];
  if (mapped !== undefined) return mapped;
  const [start = [], end = []] = text.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0');
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`;
}
