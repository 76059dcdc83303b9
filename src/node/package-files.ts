import module from 'node:module';
import { dirname, join } from 'node:path';

/**
 * This file, or the bundle that contains it. A bundle in CommonJS has no `import.meta.url`.
 */
const thisFile = import.meta.url ?? __filename;

/**
 * Like `require()` in this file. Called as a method of `module`, because webpack evaluates a named import of
 * `createRequire` and warns.
 */
export const requireInstalled = module.createRequire(thisFile);

/** Whether this code runs from its source, which needs a loader for TypeScript. */
export const isSource = thisFile.endsWith('.ts');

/**
 * The path of a file of the package. It is found by the name of the package, so also from a bundle
 * beside which the package is installed.
 *
 * @param path in the package, such as `dist/feed-worker.js`
 * @throws {Error} if a bundle contains this code and the package is not installed beside it
 */
export function packageFile(path: string): string {
  return join(packageFolder(), path);
}

/** Throws what {@link packageFile} throws, so that a start fails instead of a later step. */
export function assertPackageFiles(): void {
  packageFolder();
}

function packageFolder(): string {
  try {
    return dirname(requireInstalled.resolve('newswatch/package.json'));
  } catch (cause) {
    throw new Error(
      'the server and the receiver need files of newswatch that are not in this bundle; install newswatch beside it, and mark newswatch as external for the bundler',
      { cause },
    );
  }
}
