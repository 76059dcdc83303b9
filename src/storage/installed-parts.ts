import { optionalDependencies } from '../../package.json';
import { errorCode } from '../node/error-code.ts';
import { requireInstalled } from '../node/package-files.ts';

type OptionalDependency = keyof typeof optionalDependencies;

/** Optional dependencies that are needed now and are not installed. */
export class MissingPartsError extends Error {
  override readonly name = 'MissingPartsError';
  /** The names of their packages. */
  readonly parts: readonly string[];

  constructor(message: string, parts: readonly string[]) {
    super(message);
    this.parts = parts;
  }
}

/**
 * @param user what needs them, such as `the server`
 * @throws {MissingPartsError} if one of the optional dependencies is not installed
 */
export function assertInstalled(
  user: string,
  parts: readonly OptionalDependency[],
  isInstalled: (part: OptionalDependency) => boolean = canResolve,
): void {
  const missing = parts.filter((part) => !isInstalled(part));
  if (missing.length === 0) return;
  const packages = missing.map(
    (part) => `${part}@${optionalDependencies[part].replace(/^\D/, '')}`,
  );
  const verb = missing.length === 1 ? 'is' : 'are';
  throw new MissingPartsError(
    `${user} needs ${listed(missing)}, which ${verb} not installed; run: npm install ${packages.join(' ')}`,
    missing,
  );
}

function canResolve(part: OptionalDependency): boolean {
  try {
    requireInstalled.resolve(part);
    return true;
  } catch (error) {
    // A package without an entry for require() has another code.
    return errorCode(error) !== 'MODULE_NOT_FOUND';
  }
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names);
