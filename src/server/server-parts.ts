import { loadDriver } from '../storage/driver.ts';
import { assertInstalled } from '../storage/installed-parts.ts';

/**
 * Checks that the optional dependencies of the server are installed. `startServer()` does this before
 * it listens or writes a file.
 *
 * @throws {MissingPartsError} with the command that installs them
 */
export function assertServerParts({ database }: { database?: string | undefined } = {}): void {
  const surfaces = ['@modelcontextprotocol/server', 'oidc-provider'] as const;
  assertInstalled('the server', database === undefined ? surfaces : [...surfaces, 'pg']);
  if (database === undefined) loadDriver('the server');
}
