import { isAbsolute } from 'node:path';
import { Failure } from '../errors/failure.ts';

/** The program's folders for this user, by the conventions of the platform. */
export interface UserFolders {
  config: string;
  data: string;
}

/**
 * Absolute paths of the folders, which may not exist yet.
 *
 * @throws {Failure} `no_home` if the user has no home folder, as in some containers
 */
export async function userFolders(): Promise<UserFolders> {
  // Without a home folder, the first import throws and later ones return an empty module.
  const folders = await import('env-paths')
    .then(({ default: envPaths }) => envPaths('newswatch', { suffix: '' }))
    .catch(() => undefined);
  // An empty or relative HOME would create files in the current folder.
  if (folders && isAbsolute(folders.config) && isAbsolute(folders.data)) return folders;
  throw new Failure('no_home', 'this user has no home folder for settings and data');
}
