import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';

/**
 * The handshake with a host: its name is sent (SNI), unless it is an IP address, and its certificate is
 * verified for it. `tls.connect()` itself sends no name.
 *
 * @param host a host name or an IP address without brackets
 */
export function tlsOptions(host: string): ConnectionOptions {
  return { host, servername: isIP(host) === 0 ? host : '', ALPNProtocols: ['http/1.1'] };
}
