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
  if (errorCode(cause) === 'EADDRINUSE') {
    return new Failure('port_in_use', `port ${port} on ${host} is already in use`, { cause });
  }
  if ('syscall' in cause && (cause.syscall === 'listen' || cause.syscall === 'getaddrinfo')) {
    const message = `cannot listen on ${host}:${port}: ${describeSystemError(cause)}`;
    return new Failure('cannot_listen', message, { cause });
  }
  if (!fixable.includes(cause.name)) return failureOf(cause);
  return new Failure('cannot_start', cause.message, { hint, cause });
}
