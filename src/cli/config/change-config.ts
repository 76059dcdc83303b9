import { dirname } from 'node:path';
import { writePrivateFileAtomically } from '../../node/atomic-file.ts';
import { FileLockedError, lockFile } from '../../node/file-lock.ts';
import { makePrivateFolder } from '../../node/private-folder.ts';
import { describeSystemError } from '../../node/system-error.ts';
import { Failure, invalidInput } from '../errors/failure.ts';
import { configPath, readConfig, settingsIn } from './config-file.ts';
import type { Config, ConfigSettings } from './config-schema.ts';

/**
 * Changes settings of a profile, which may be new, or of the top level.
 *
 * @throws {Failure} if the name of the profile is invalid
 */
export function withSettingsIn(
  config: Config,
  profile: string | undefined,
  change: { [Name in keyof Config]?: Config[Name] | undefined },
): Config {
  if (profile === undefined) return { ...config, ...change } as Config;
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(profile)) {
    throw invalidInput(
      '--profile must be 1 to 64 of A-Z a-z 0-9 . _ - and start with a letter or digit',
      'See: newswatch config --help',
    );
  }
  const changed = { ...settingsIn(config, profile), ...change } as ConfigSettings;
  return { ...config, profiles: { ...config.profiles, [profile]: changed } };
}

/** Milliseconds that a change waits for those of other processes. */
const lockPatience = 5000;

/**
 * Changes the settings, one process at a time. The file is replaced atomically; only its owner can read it.
 *
 * @returns the settings before and after the change
 * @throws {Failure} `bad_config`, `config_not_saved`, or what `change` throws
 */
export async function changeConfig(
  change: (config: Config) => Config | Promise<Config>,
): Promise<{ before: Config; after: Config }> {
  const path = await configPath();
  const release = await lockSettings(path, 'the settings file');
  try {
    const before = await readConfig();
    const after = await change(before);
    try {
      await writePrivateFileAtomically(path, `${JSON.stringify(after, null, 2)}\n`);
    } catch (cause) {
      throw notSaved(path, 'the settings file', cause);
    }
    return { before, after };
  } finally {
    release();
  }
}

/**
 * Locks a file of the settings folder while it is read, changed and written.
 *
 * @param name how a message names it, such as `the settings file`
 * @throws {Failure} `config_not_saved`
 */
export async function lockSettings(path: string, name: string): Promise<() => void> {
  try {
    makePrivateFolder(dirname(path));
    return await lockFile(path, { patience: lockPatience });
  } catch (cause) {
    throw notSaved(path, name, cause);
  }
}

/** @param cause why a file of the settings folder cannot be written */
export function notSaved(path: string, name: string, cause: unknown): Failure {
  const message =
    cause instanceof FileLockedError
      ? `${name} ${cause.message}`
      : `${name} ${path} cannot be written: ${describeSystemError(cause)}`;
  return new Failure('config_not_saved', message, { cause });
}
