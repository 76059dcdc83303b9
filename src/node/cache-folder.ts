import { posix, win32 } from 'node:path';

/** What `cacheFolder()` uses of the operating system. */
export interface CacheHost {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  /** The home folder of the user; may throw if there is none. */
  home(): string;
}

/**
 * The folder for files that can be made again, by the conventions of the platform; `undefined` if the
 * user has no home folder, as in some containers.
 */
export function cacheFolder({ platform, env, home }: CacheHost): string | undefined {
  if (platform === 'win32') {
    const { LOCALAPPDATA = '' } = env;
    return win32.isAbsolute(LOCALAPPDATA)
      ? win32.join(LOCALAPPDATA, 'newswatch', 'Cache')
      : undefined;
  }
  const { XDG_CACHE_HOME = '' } = env;
  if (posix.isAbsolute(XDG_CACHE_HOME)) return posix.join(XDG_CACHE_HOME, 'newswatch');
  const caches = platform === 'darwin' ? 'Library/Caches' : '.cache';
  try {
    const folder = posix.join(home(), caches, 'newswatch');
    return posix.isAbsolute(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}
