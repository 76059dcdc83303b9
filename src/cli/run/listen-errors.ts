import { exitCode } from '../errors/exit-code.ts';
import { Failure, usageFailure } from '../errors/failure.ts';

/** Reads `--port`. */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw usageFailure(
    'invalid_value',
    `--port must be a whole number from 0 to 65535 (got ${JSON.stringify(text)})`,
  );
}

/** Why an address cannot be listened on; `undefined` for an error of another kind. */
export function listenFailure(
  error: Error,
  { host, port }: { host: string; port: string },
): Failure | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return startFailure(
      'port_in_use',
      `port ${port} of ${host} is in use`,
      'Choose another --port; 0 takes any free one',
      error,
    );
  }
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    return startFailure(
      'cannot_listen',
      `cannot listen on ${host}:${port} (${code})`,
      'Choose another --host or --port',
      error,
    );
  }
  return undefined;
}

/** A server that the operator can mend and start again. */
export function startFailure(error: string, message: string, hint: string, cause: Error): Failure {
  return new Failure(
    { error, kind: 'server', message, hint, exitCode: exitCode.unexpected },
    { cause },
  );
}
