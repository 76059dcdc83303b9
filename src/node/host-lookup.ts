import type { LookupAddress } from 'node:dns';
import { isIP, isIPv4, type LookupFunction } from 'node:net';
import { errorCode } from './error-code.ts';
import type { HostsFile } from './hosts-file.ts';

/** Milliseconds to wait for IPv6 addresses once there are IPv4 addresses (RFC 8305, section 3). */
const resolutionDelay = 50;

/**
 * Milliseconds to wait for IPv4 addresses once there are IPv6 addresses: a machine without IPv6 cannot
 * connect to these.
 */
const ipv4Timeout = 2000;

interface LookupOptions {
  signal: AbortSignal;
  /** DNS servers as `address` or `address:port` (default: those of the system). */
  servers?: readonly string[];
}

/**
 * Resolves a host name to its addresses. An abort ends it at once.
 *
 * The system's look-up (`getaddrinfo`) cannot be ended: it occupies a thread, and a process does not
 * exit before it returns, which takes 10 s or more if the DNS servers are silent. On Linux, the hosts
 * file and DNS are therefore read directly, and the system's look-up is used only for names that DNS
 * does not know (search domains, mDNS and other sources of nsswitch.conf). Other systems choose DNS
 * servers by name, which only their own look-up knows.
 *
 * @param host a host name or an IP address without brackets
 * @throws an error with the code of `dns.lookup()`, or the signal's reason
 */
export async function lookUpHost(host: string, options: LookupOptions): Promise<LookupAddress[]> {
  const { signal } = options;
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  signal.throwIfAborted();
  if (process.platform !== 'linux') return systemLookup(host, signal);
  const name = host.toLowerCase().replace(/\.$/, '');
  if (/(^|\.)localhost$/.test(name)) return toAddresses(['127.0.0.1', '::1']);
  const known = await inHostsFile(name);
  if (known.length > 0) return known;
  const found = await queryDns(name, options);
  return found.length > 0 ? found : systemLookup(host, signal);
}

/** A `lookup` for `node:net` that ends when the signal is aborted. */
export function hostLookup(signal: AbortSignal): LookupFunction {
  return (host, { all }, callback) => {
    lookUpHost(host, { signal }).then(
      (addresses) => {
        const [first] = addresses;
        if (all) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}

let hostsFile: Promise<HostsFile> | undefined;

async function inHostsFile(name: string): Promise<LookupAddress[]> {
  hostsFile ??= import('./hosts-file.ts').then(({ HostsFile }) => new HostsFile());
  return toAddresses(await (await hostsFile).addresses(name));
}

/**
 * The addresses of a name in DNS; none if the servers respond that it has none.
 *
 * @throws an error with the code `EAI_AGAIN` if no server responds
 */
async function queryDns(
  name: string,
  { signal, servers }: LookupOptions,
): Promise<LookupAddress[]> {
  const { Resolver } = await import('node:dns/promises');
  const resolver = new Resolver();
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found: string[] = [];
    const codes: (string | undefined)[] = [];
    const collect = async (addresses: Promise<string[]>) => {
      try {
        found.push(...(await addresses));
      } catch (error) {
        codes.push(errorCode(error));
      }
    };
    const ipv4 = collect(resolver.resolve4(name));
    const ipv6 = collect(resolver.resolve6(name));
    const both = Promise.all([ipv4, ipv6]);
    // Resolves only once there are addresses.
    const after = async (query: Promise<void>, delay: number) => {
      await query;
      return found.length > 0 ? pause(delay) : both;
    };
    await Promise.race([both, after(ipv4, resolutionDelay), after(ipv6, ipv4Timeout)]);
    signal.throwIfAborted();
    if (found.length === 0 && codes.includes('ETIMEOUT')) throw noServer(name);
    return toAddresses(found);
  } finally {
    signal.removeEventListener('abort', cancel);
    resolver.cancel();
  }
}

function toAddresses(addresses: readonly string[]): LookupAddress[] {
  return addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
}

function noServer(name: string): Error {
  const message = `no DNS server responded to the query for ${name}`;
  return Object.assign(new Error(message), { code: 'EAI_AGAIN' });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}

async function systemLookup(host: string, signal: AbortSignal): Promise<LookupAddress[]> {
  const { lookup } = await import('node:dns/promises');
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    lookup(host, { all: true }).then(resolve, reject);
  });
}
