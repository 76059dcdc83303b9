import { isIPv6 } from 'node:net';
import { isWildcard } from '../../../node/http-server.ts';

/** The host names that the MCP endpoint accepts in `Host` and `Origin`, besides loopback. */
export interface AllowedHosts {
  /** As in a URL: lowercase, with IPv6 addresses in brackets. */
  names: readonly string[];
  /** Whether any IP address is accepted, because the server listens on all addresses. */
  anyAddress: boolean;
}

/**
 * @param address the address that the server listens on
 * @param hosts names and addresses from the configuration
 */
export function allowedHostsOf(address: string, hosts: readonly string[]): AllowedHosts {
  return { names: [address, ...hosts].map(urlHost), anyAddress: isWildcard(address) };
}

function urlHost(host: string): string {
  return isIPv6(host) ? `[${host}]` : host.toLowerCase();
}
