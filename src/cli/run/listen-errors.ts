import { describeSystemError, errorCode } from '../../node/system-error.ts';
import { Failure } from '../errors/failure.ts';
import { parseInteger } from './flag-values.ts';

/** Parses `--port`. */
export function parsePort(text: string): number {
  return parseInteger('--port', text, { min: 0, max: 65_535 });
}

/** Explains why a server cannot listen; `undefined` for any other error. */
export function listenFailure(
  error: Error,
  { host, port }: { host: string; port: string },
): Failure | undefined {
  if (errorCode(error) === 'EADDRINUSE') {
    const message = `port ${port} on ${host} is already in use`;
    return new Failure('port_in_use', message, { cause: error });
  }
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined;
  const message = `cannot listen on ${host}:${port}: ${describeSystemError(error)}`;
  return new Failure('cannot_listen', message, { cause: error });
}
