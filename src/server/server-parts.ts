import { assertPackageFiles } from '../node/package-files.ts';
import { loadDriver } from '../storage/driver.ts';
import { assertInstalled } from '../storage/installed-parts.ts';

/**
 * Checks that the optional dependencies of the server are installed. `startServer()` does this before
 * it listens or writes a file.
 *
 * @throws {MissingPartsError} with the command that installs them
 * @throws {Error} if a bundle contains the server and the package is not installed beside it
 */
export function assertServerParts({
  database,
  metrics,
}: {
  database?: string | undefined;
  metrics?: string | undefined;
} = {}): void {
  assertPackageFiles();
  const surfaces = ['@modelcontextprotocol/server', 'oidc-provider'] as const;
  assertInstalled('the server', database === undefined ? surfaces : [...surfaces, 'pg']);
  if (metrics !== undefined) assertInstalled('--metrics', ['prom-client']);
  if (database === undefined) loadDriver('the server');
}
