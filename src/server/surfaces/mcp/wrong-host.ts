import { isIP } from 'node:net';
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { HostPolicy } from './host-policy.ts';

interface Addressed {
  host: string | undefined;
  origin: string | undefined;
}

/**
 * Keeps pages of other origins out, also those whose name was rebound to this machine (the protocol's
 * "Security Warning" on its HTTP transport). A numeric `Host` has no name to rebind.
 *
 * @returns what is wrong; `undefined` for a request that may pass
 */
export function wrongHost({ host, origin }: Addressed, policy: HostPolicy): string | undefined {
  const names = [...localhostAllowedHostnames(), ...policy.names];
  if (policy.anyAddress) names.push(...numeric(host));
  const addressed = validateHostHeader(host, names);
  if (!addressed.ok) return `${addressed.message}; serve --allow-host lets further names in`;
  const sent = validateOriginHeader(origin, names);
  return sent.ok ? undefined : `${sent.message}; serve --allow-host lets further names in`;
}

function numeric(host: string | undefined): string[] {
  const url = `http://${host}`;
  const name = URL.canParse(url) ? new URL(url).hostname : '';
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) ? [name] : [];
}
