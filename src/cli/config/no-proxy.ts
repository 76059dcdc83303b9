import { BlockList, isIP } from 'node:net';
import { parseUrl } from '../../node/parse-url.ts';

/** Where a request goes: a host name or an IP address without brackets, and a port. */
export interface Destination {
  host: string;
  port: number;
}

/**
 * Whether an entry of `NO_PROXY` names the destination. Entries are separated by commas or spaces:
 *
 * - `*`: every host
 * - `example.org`, `.example.org` or `*.example.org`: this host and its subdomains
 * - `192.0.2.1`, `2001:db8::1` or `[2001:db8::1]`: an address
 * - `192.0.2.0/24` or `2001:db8::/32`: a range of addresses; host names are not looked up for it
 *
 * With `:443` after a host name, an IPv4 address or brackets, an entry is for this port only.
 */
export function isInNoProxy({ host, port }: Destination, noProxy: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return noProxy.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const { target, entryPort } = splitPort(entry);
    if (entryPort !== undefined && entryPort !== port) return false;
    return isIP(name) === 0 ? isInDomain(name, target) : isInRange(name, target);
  });
}

function splitPort(entry: string): { target: string; entryPort: number | undefined } {
  // An IPv6 address without brackets has several colons and no port.
  const [, host, address, port] = /^(?:([^[\]:]*)|\[([^\]]*)\]):(\d+)$/.exec(entry) ?? [];
  if (port !== undefined) return { target: host ?? address ?? '', entryPort: Number(port) };
  return { target: entry.replace(/^\[([^\]]*)\]/, '$1'), entryPort: undefined };
}

function isInDomain(name: string, entry: string): boolean {
  const domain = asciiName(entry.replace(/^\*?\./, '').replace(/\.$/, ''));
  return domain !== '' && (name === domain || name.endsWith(`.${domain}`));
}

/** In lower case, with international names as they are in a parsed URL. */
function asciiName(name: string): string {
  return parseUrl(`http://${name}`)?.hostname ?? '';
}

function isInRange(address: string, entry: string): boolean {
  const [start = '', length, ...rest] = entry.split('/');
  const version = isIP(start);
  if (version === 0 || rest.length > 0) return false;
  const maxLength = version === 4 ? 32 : 128;
  const prefix = length === undefined ? maxLength : /^\d+$/.test(length) ? Number(length) : -1;
  if (prefix < 0 || prefix > maxLength || version !== isIP(address)) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const range = new BlockList();
  range.addSubnet(start, prefix, family);
  return range.check(address, family);
}
