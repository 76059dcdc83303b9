import { errorCode } from '../../node/error-code.ts';
import { describeSystemError } from '../../node/system-error.ts';
import { Failure, failureOf } from '../errors/failure.ts';

interface StartOptions {
  host: string;
  port: string;
  /** Names of the errors that the operator can fix; others are unexpected. */
  fixable: readonly string[];
  /** How to fix them (default: the hint of `cannot_start`). */
  hint?: string;
}

/** Converts the error of a server that did not start to a {@link Failure}. */
export function startFailure(cause: unknown, { host, port, fixable, hint }: StartOptions): Failure {
  if (!(cause instanceof Error)) return failureOf(cause);
  // The error names the address if the server listens on others too.
  const listened = { host, port, ...listenedOn(cause) };
  if (errorCode(cause) === 'EADDRINUSE') {
    const message = `port ${listened.port} on ${listened.host} is already in use`;
    const isOther = String(listened.port) !== port;
    const hint = isOther ? 'Choose another port for --metrics' : undefined;
    return new Failure('port_in_use', message, { hint, cause });
  }
  if ('syscall' in cause && (cause.syscall === 'listen' || cause.syscall === 'getaddrinfo')) {
    const message = `cannot listen on ${listened.host}:${listened.port}: ${describeSystemError(cause)}`;
    return new Failure('cannot_listen', message, { cause });
  }
  if (!fixable.includes(cause.name)) return failureOf(cause);
  return new Failure('cannot_start', cause.message, { hint, cause });
}

/** The address of an error of `listen()`. */
function listenedOn(error: Error): { host?: string; port?: number } {
  const { address, port } = error as { address?: unknown; port?: unknown };
  return typeof address === 'string' && typeof port === 'number' ? { host: address, port } : {};
}
