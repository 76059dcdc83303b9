import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ProxyServer } from '../../../client/connection/proxy.ts';
import { tlsOptions } from '../../../client/connection/tls-options.ts';
import type { Deadline } from '../../../client/deadline.ts';
import { toNetworkError } from '../../../client/network-error.ts';
import { hostLookup, lookUpHost } from '../../../node/host-lookup.ts';
import { withoutBrackets } from '../../../node/without-brackets.ts';
import { exitCode } from '../../errors/exit-code.ts';
import { certificateHint, proxyHint } from '../../errors/failure.ts';
import { type DoctorCheck, failed, ok } from './check.ts';

/** Whether the proxy accepts connections. The messages omit its user name and password. */
export async function checkProxy(
  { host, port, name }: ProxyServer,
  deadline: Deadline,
): Promise<DoctorCheck> {
  const socket = connect({ host, port, lookup: hostLookup(deadline.signal) });
  try {
    await once(socket, 'connect', { signal: deadline.signal });
    return ok(`${name} accepts connections`);
  } catch (error) {
    return networkFailed(error, name, deadline, proxyHint);
  } finally {
    socket.destroy();
  }
}

/** Resolves the host name as connections do, including the hosts file. */
export async function checkDns(origin: URL, deadline: Deadline): Promise<DoctorCheck> {
  const host = withoutBrackets(origin.hostname);
  if (isIP(host)) return ok(`${host} is an IP address`);
  try {
    const found = await lookUpHost(host, deadline);
    return ok(`${host} resolves to ${found.map(({ address }) => address).join(', ')}`);
  } catch (error) {
    const hint = 'Check the host name in SERVICE_BASE_URL, and the network';
    return networkFailed(error, host, deadline, hint);
  }
}

/** Opens a TLS connection and verifies the certificate of the origin. */
export async function checkTls(origin: URL, deadline: Deadline): Promise<DoctorCheck> {
  const socket = connectTls({
    ...tlsOptions(withoutBrackets(origin.hostname)),
    port: Number(origin.port) || 443,
    lookup: hostLookup(deadline.signal),
  });
  try {
    await once(socket, 'secureConnect', { signal: deadline.signal });
    const { valid_to } = socket.getPeerCertificate();
    return ok(`${socket.getProtocol()}; the certificate is trusted until ${valid_to}`);
  } catch (error) {
    return networkFailed(error, origin.origin, deadline, certificateHint);
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
  const { message } = toNetworkError(error, {
    origin,
    timeout: signal.aborted && timeout,
    stage: 'connect',
  });
  return failed(message, hint, exitCode.network);
}
