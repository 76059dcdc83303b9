import { isIP } from 'node:net';
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { parseUrl } from '../../../node/parse-url.ts';
import { withoutBrackets } from '../../../node/without-brackets.ts';
import type { AllowedHosts } from './allowed-hosts.ts';

interface RequestHosts {
  host: string | undefined;
  origin: string | undefined;
}

/**
 * Checks the `Host` and `Origin` of a request against DNS rebinding (MCP, Streamable HTTP,
 * "Security Warning"). An IP address cannot be rebound.
 *
 * @returns the problem; `undefined` if the request is allowed
 */
export function hostProblem(
  { host, origin }: RequestHosts,
  allowed: AllowedHosts,
): string | undefined {
  const names = [...localhostAllowedHostnames(), ...allowed.names];
  if (allowed.anyAddress) names.push(...ipAddresses(host));
  for (const check of [validateHostHeader(host, names), validateOriginHeader(origin, names)]) {
    if (!check.ok) return `${check.message}; allow more names with serve --allow-host`;
  }
  return undefined;
}

function ipAddresses(host: string | undefined): string[] {
  const url = `http://${host}`;
  const name = parseUrl(url)?.hostname ?? '';
  return isIP(withoutBrackets(name)) ? [name] : [];
}
