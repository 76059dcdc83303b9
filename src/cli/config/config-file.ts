import { join } from 'node:path';
import * as z from 'zod/mini';
import { once } from '../../contract/once.ts';
import { writePrivateFileAtomically } from '../../node/atomic-file.ts';
import { readTextFile } from '../../node/read-text-file.ts';
import { describeSystemError, isFileMissing } from '../../node/system-error.ts';
import { Failure } from '../errors/failure.ts';
import { userFolders } from './user-folders.ts';

/** The settings that both a profile and the top level can have. API keys are not stored. */
const settingsSchema = once(() =>
  z.strictObject({
    base_url: z.optional(z.string()),
    timeout: z.optional(z.string()),
    api_key_file: z.optional(z.string()),
  }),
);

const configSchema = once(() =>
  z.extend(settingsSchema(), {
    /** The default profile. */
    profile: z.optional(z.string()),
    profiles: z.optional(z.record(z.string(), settingsSchema())),
  }),
);

export type ConfigSettings = z.infer<ReturnType<typeof settingsSchema>>;
export type Config = z.infer<ReturnType<typeof configSchema>>;

/** @throws {Failure} `no_home` if the user has no home folder */
export async function configPath(): Promise<string> {
  return join((await userFolders()).config, 'config.json');
}

/**
 * The saved settings; empty if there is no file or no home folder.
 *
 * @throws {Failure} `bad_config` if the file cannot be read or is invalid
 */
export async function readConfig(): Promise<Config> {
  const path = await configPath().catch(() => undefined);
  if (path === undefined) return {};
  let text: string;
  try {
    text = await readTextFile(path);
  } catch (error) {
    if (isFileMissing(error)) return {};
    throw badConfig(path, `cannot be read: ${describeSystemError(error)}`);
  }
  return parseConfig(path, text);
}

/** Replaces the file atomically; only its owner can read it. */
export async function writeConfig(config: Config): Promise<void> {
  const path = await configPath();
  try {
    await writePrivateFileAtomically(path, `${JSON.stringify(config, null, 2)}\n`);
  } catch (cause) {
    const message = `the settings file ${path} cannot be written: ${describeSystemError(cause)}`;
    throw new Failure('config_not_saved', message, { cause });
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
  const place = issue?.path.join('.') || 'the top level';
  throw badConfig(path, unknown ? `has unknown settings: ${unknown}` : `is invalid at ${place}`);
}

function badConfig(path: string, problem: string): Failure {
  return new Failure('bad_config', `the settings file ${path} ${problem}`);
}
