import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Deadline } from '../../../client/deadline.ts';
import { toNetworkError } from '../../../client/network-error.ts';
import { exitCode } from '../../errors/exit-code.ts';
import { type CheckResult, failed, ok } from './check.ts';

/** Whether a proxy takes connections. Its user and password are not repeated. */
export async function checkProxy(proxy: string, deadline: Deadline): Promise<CheckResult> {
  const { protocol, host, hostname, port } = new URL(proxy);
  const usual = protocol === 'https:' ? 443 : protocol === 'http:' ? 80 : 1080;
  const shown = `${protocol}//${host}`;
  const socket = connect({ host: bare(hostname), port: Number(port) || usual });
  try {
    await once(socket, 'connect', { signal: deadline.signal });
    return ok(`${shown} takes connections`);
  } catch (error) {
    const message = messageOf(error, shown, deadline);
    return failed(message, 'Mend HTTPS_PROXY, or put the service into NO_PROXY', exitCode.network);
  } finally {
    socket.destroy();
  }
}

/** What the system says a name's addresses are: as connecting does, the hosts file included. */
export async function checkDns(origin: URL, deadline: Deadline): Promise<CheckResult> {
  const host = bare(origin.hostname);
  if (isIP(host)) return ok(`${host} is an address itself`);
  try {
    const found = await Promise.race([lookup(host, { all: true }), ended(deadline)]);
    return ok(`${host} is ${found.map(({ address }) => address).join(', ')}`);
  } catch (error) {
    const message = messageOf(error, host, deadline);
    return failed(message, 'Check the name in SERVICE_BASE_URL, and the network', exitCode.network);
  }
}

/** Whether the origin shows a certificate that is trusted. */
export async function checkTls(origin: URL, deadline: Deadline): Promise<CheckResult> {
  const socket = connectTls({ host: bare(origin.hostname), port: Number(origin.port) || 443 });
  try {
    await once(socket, 'secureConnect', { signal: deadline.signal });
    const { valid_to } = socket.getPeerCertificate();
    return ok(`${socket.getProtocol()}; the certificate is trusted until ${valid_to}`);
  } catch (error) {
    const message = messageOf(error, origin.origin, deadline);
    return failed(
      message,
      'Check SERVICE_BASE_URL; an authority of your own goes into NODE_EXTRA_CA_CERTS',
      exitCode.network,
    );
  } finally {
    socket.destroy();
  }
}

function messageOf(error: unknown, origin: string, { signal, timeout }: Deadline): string {
  return toNetworkError(error, { origin, timeout: signal.aborted && timeout }).message;
}

async function ended({ signal }: Deadline): Promise<never> {
  await once(signal, 'abort');
  throw signal.reason;
}

/** An IPv6 address stands in brackets in a URL. */
function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
