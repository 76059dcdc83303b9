import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { once } from '../../contract/once.ts';
import { writePrivateFileAtomically } from '../../node/atomic-file.ts';
import { exitCode } from '../errors/exit-code.ts';
import { Failure, usageFailure } from '../errors/failure.ts';
import { userFolders } from './user-folders.ts';

/** What a profile, and the file outside of every profile, may say. Keys stay out of it. */
const settingsSchema = once(() =>
  z.strictObject({
    base_url: z.optional(z.string()),
    timeout: z.optional(z.string()),
    api_key_file: z.optional(z.string()),
  }),
);

const configSchema = once(() =>
  z.extend(settingsSchema(), {
    /** The profile that is used when no other is named. */
    profile: z.optional(z.string()),
    profiles: z.optional(z.record(z.string(), settingsSchema())),
  }),
);

export type ConfigSettings = z.infer<ReturnType<typeof settingsSchema>>;
export type Config = z.infer<ReturnType<typeof configSchema>>;

/** @throws {Failure} `no_home` where the user has no place for it */
export async function configPath(): Promise<string> {
  return join((await userFolders()).config, 'config.json');
}

/**
 * The settings that are kept; none where there is no file, nor a place for one.
 *
 * @throws {Failure} `bad_config` when the file cannot be read or is not one of settings
 */
export async function readConfig(): Promise<Config> {
  const path = await configPath().catch(() => undefined);
  if (path === undefined) return {};
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    throw badConfig(path, `cannot be read (${code})`);
  }
  return parseConfig(path, text);
}

/** Replaces the file whole or not at all, for its owner alone. */
export async function writeConfig(config: Config): Promise<void> {
  const path = await configPath();
  try {
    await writePrivateFileAtomically(path, `${JSON.stringify(config, null, 2)}\n`);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Failure(
      {
        error: 'config_not_saved',
        kind: 'internal',
        message: `the settings ${path} cannot be written (${code})`,
        hint: 'Give the folder back to its owner, or make room; XDG_CONFIG_HOME moves it',
        exitCode: exitCode.unexpected,
      },
      { cause },
    );
  }
}

function parseConfig(path: string, text: string): Config {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badConfig(path, 'is not valid JSON');
  }
  const result = configSchema().safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : undefined;
  const place = issue?.path.join('.') || 'the whole';
  throw badConfig(path, unknown ? `does not know ${unknown}` : `has a wrong value at: ${place}`);
}

function badConfig(path: string, why: string): Failure {
  return usageFailure(
    'bad_config',
    `the settings ${path}: the file ${why}`,
    'Mend the file or delete it',
  );
}
