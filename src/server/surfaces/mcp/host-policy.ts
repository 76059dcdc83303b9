import { isIPv6 } from 'node:net';
import { isWildcard } from '../../../node/http-server.ts';

/** Under which names the MCP surface may be addressed, loopback aside. */
export interface HostPolicy {
  /** As in a URL: lower case, IPv6 in brackets. */
  names: readonly string[];
  /** Whether any numeric address will do: for a server that listens on every one of its own. */
  anyAddress: boolean;
}

interface Listening {
  /** What the socket is bound to. */
  address: string;
  /** What the operator named: the address to listen on, and further names. */
  hosts: readonly string[];
}

export function hostPolicy({ address, hosts }: Listening): HostPolicy {
  return { names: [address, ...hosts].map(inUrl), anyAddress: isWildcard(address) };
}

function inUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host.toLowerCase();
}
