import { isAbsolute } from 'node:path';
import { usageFailure } from '../errors/failure.ts';

/** The user's folders for this program alone, where the platform keeps such things. */
export interface UserFolders {
  config: string;
  data: string;
}

/**
 * The folders, which may not be there yet.
 *
 * @throws {Failure} `no_home` where the user has no home folder, as in some containers
 */
export async function userFolders(): Promise<UserFolders> {
  // Loading it fails where there is no home, and a second time it is there but not set up.
  const folders = await import('env-paths')
    .then(({ default: envPaths }) => envPaths('newswatch', { suffix: '' }))
    .catch(() => undefined);
  // An empty HOME or a relative one would scatter files over whatever folder is the current one.
  if (folders && isAbsolute(folders.config) && isAbsolute(folders.data)) return folders;
  throw usageFailure(
    'no_home',
    'there is no folder to keep anything in: this user has no home folder',
    'Set HOME to an absolute path, or name the files and folders with flags',
  );
}
