import { isIPv6 } from 'node:net';

/**
 * What limits for each client count: its IPv4 address, or the first 64 bits of its IPv6 address,
 * because a client has all addresses of such a network.
 *
 * @param address as in `socket.remoteAddress`; `undefined` once the client is disconnected
 */
export function clientNetwork(address: string | undefined): string {
  if (address === undefined || !isIPv6(address)) return address ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [start = '', end] = address.replace(/%.*$/, '').split('::');
  const groups = start === '' ? [] : start.split(':');
  const endCount = end === undefined || end === '' ? 0 : end.split(':').length;
  const zeros = end === undefined ? 0 : 8 - groups.length - endCount;
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...(end ?? '').split(':')];
  return `${all.slice(0, 4).join(':')}::/64`;
}
