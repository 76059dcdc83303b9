import { isHttpAllowed } from '../../../config/settings.ts';
import { invalidInput, invalidValue } from '../../../errors/failure.ts';
import { parsePort } from '../../../run/flag-values.ts';
import type { Shell } from '../../../shell.ts';
import { parseTargetUrl } from '../target-url.ts';
import type { ListenFlags } from './listen-flags.ts';

/** Where a receiver listens. */
export interface Endpoint {
  host: string;
  /** 0: any free port. */
  port: number;
  path: string;
}

/**
 * The address, port and path of the receiver. A tunnel is started before it, so its port must be known
 * in advance.
 */
export function parseEndpoint(flags: ListenFlags, shell: Shell): Endpoint {
  for (const flag of ['monitor', 'tunnelUrl'] as const) {
    if (flags[flag] !== undefined && !flags.connect) {
      throw invalidInput(`${flag === 'monitor' ? '--monitor' : '--tunnel-url'} needs --connect`);
    }
  }
  const { host, port, path, connect, tunnelUrl } = flags;
  const tunnel = tunnelUrl === undefined ? undefined : parseTunnelUrl(tunnelUrl, shell);
  const ownPath = tunnel && tunnel.pathname !== '/' ? tunnel.pathname : '/hook';
  return {
    host,
    port: parsePort(port ?? (connect && !tunnel ? '0' : '8788')),
    path: parsePath(path ?? ownPath),
  };
}

/**
 * The URL that the service sends events to: that of the tunnel, with the path of the receiver if it has
 * none.
 */
export function webhookUrl({ tunnelUrl }: ListenFlags, receiverUrl: string, shell: Shell): string {
  if (tunnelUrl === undefined) return receiverUrl;
  const tunnel = parseTunnelUrl(tunnelUrl, shell);
  if (tunnel.pathname === '/') tunnel.pathname = new URL(receiverUrl).pathname;
  return tunnel.href;
}

function parseTunnelUrl(text: string, shell: Shell): URL {
  const url = parseTargetUrl(text, '--tunnel-url', { allowHttp: isHttpAllowed(shell) });
  if (url.search === '' && url.hash === '') return url;
  throw invalidValue('--tunnel-url', 'a URL without query and fragment', text);
}

function parsePath(path: string): string {
  if (/^\/[\x21-\x7e]*$/.test(path) && !/[?#]/.test(path)) return path;
  throw invalidValue('--path', 'a path such as /hook', path);
}
