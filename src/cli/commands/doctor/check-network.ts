import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Deadline } from '../../../client/deadline.ts';
import { toNetworkError } from '../../../client/network-error.ts';
import { exitCode } from '../../errors/exit-code.ts';
import { type DoctorCheck, failed, ok } from './check.ts';

/** Whether the proxy accepts connections. The messages omit its user name and password. */
export async function checkProxy(proxy: string, deadline: Deadline): Promise<DoctorCheck> {
  const { protocol, host, hostname, port } = new URL(proxy);
  const defaultPort = protocol === 'https:' ? 443 : protocol === 'http:' ? 80 : 1080;
  const name = `${protocol}//${host}`;
  const socket = connect({ host: withoutBrackets(hostname), port: Number(port) || defaultPort });
  try {
    await once(socket, 'connect', { signal: deadline.signal });
    return ok(`${name} accepts connections`);
  } catch (error) {
    const hint = 'Fix HTTPS_PROXY, or add the service to NO_PROXY';
    return networkFailed(error, name, deadline, hint);
  } finally {
    socket.destroy();
  }
}

/** Resolves the host name as connections do, including the hosts file. */
export async function checkDns(origin: URL, deadline: Deadline): Promise<DoctorCheck> {
  const host = withoutBrackets(origin.hostname);
  if (isIP(host)) return ok(`${host} is an IP address`);
  try {
    const found = await Promise.race([lookup(host, { all: true }), rejectOnAbort(deadline)]);
    return ok(`${host} resolves to ${found.map(({ address }) => address).join(', ')}`);
  } catch (error) {
    const hint = 'Check the host name in SERVICE_BASE_URL, and the network';
    return networkFailed(error, host, deadline, hint);
  }
}

/** Opens a TLS connection and verifies the certificate of the origin. */
export async function checkTls(origin: URL, deadline: Deadline): Promise<DoctorCheck> {
  const host = withoutBrackets(origin.hostname);
  const socket = connectTls({ host, port: Number(origin.port) || 443 });
  try {
    await once(socket, 'secureConnect', { signal: deadline.signal });
    const { valid_to } = socket.getPeerCertificate();
    return ok(`${socket.getProtocol()}; the certificate is trusted until ${valid_to}`);
  } catch (error) {
    const hint = 'Check SERVICE_BASE_URL; NODE_EXTRA_CA_CERTS adds your own certificate authority';
    return networkFailed(error, origin.origin, deadline, hint);
  } finally {
    socket.destroy();
  }
}

function networkFailed(
  error: unknown,
  origin: string,
  { signal, timeout }: Deadline,
  hint: string,
): DoctorCheck {
  const { message } = toNetworkError(error, { origin, timeout: signal.aborted && timeout });
  return failed(message, hint, exitCode.network);
}

async function rejectOnAbort({ signal }: Deadline): Promise<never> {
  await once(signal, 'abort');
  throw signal.reason;
}

/** Removes the brackets that URLs put around IPv6 addresses: sockets do not accept them. */
function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
