import { createRequire } from 'node:module';
import { optionalDependencies } from '../../package.json';
import { errorCode } from '../node/error-code.ts';

export type Part = keyof typeof optionalDependencies;

const require = createRequire(import.meta.url);

/** Optional dependencies that are needed now and are not installed. */
export class MissingPartsError extends Error {
  override readonly name = 'MissingPartsError';
  readonly parts: readonly Part[];

  /** @param user what needs them, such as `the server` */
  constructor(user: string, parts: readonly Part[]) {
    const packages = parts.map(
      (part) => `${part}@${optionalDependencies[part].replace(/^\D/, '')}`,
    );
    const verb = parts.length === 1 ? 'is' : 'are';
    super(
      `${user} needs ${parts.join(' and ')}, which ${verb} not installed; run: npm install ${packages.join(' ')}`,
    );
    this.parts = parts;
  }
}

/** @throws {MissingPartsError} if one of the optional dependencies is not installed */
export function assertInstalled(
  user: string,
  parts: readonly Part[],
  isInstalled: (part: Part) => boolean = canResolve,
): void {
  const missing = parts.filter((part) => !isInstalled(part));
  if (missing.length > 0) throw new MissingPartsError(user, missing);
}

function canResolve(part: Part): boolean {
  try {
    require.resolve(part);
    return true;
  } catch (error) {
    // A package without an entry for require() has another code.
    return errorCode(error) !== 'MODULE_NOT_FOUND';
  }
}
