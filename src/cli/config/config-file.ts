import { join } from 'node:path';
import { readTextFile } from '../../node/read-text-file.ts';
import { describeSystemError, isFileMissing } from '../../node/system-error.ts';
import { Failure } from '../errors/failure.ts';
import type { Config, ConfigSettings } from './config-schema.ts';
import { userFolders } from './user-folders.ts';

/** Where `auth login` saved an API key. */
export interface SavedKey {
  store: 'keychain' | 'file';
  /** Its name in the store. */
  account: string;
  /** The only service that it is sent to. */
  baseUrl: string;
}

/** The settings of a profile, or those of the top level. */
export function settingsIn(config: Config, profile: string | undefined): ConfigSettings {
  const { profiles = {}, profile: _, ...topLevel } = config;
  if (profile === undefined) return topLevel;
  return (Object.hasOwn(profiles, profile) && profiles[profile]) || {};
}

/** The API key that `auth login` saved for a profile or, without one, for the top level of the settings. */
export function savedKeyIn(config: Config, profile?: string): SavedKey | undefined {
  const { login } = settingsIn(config, profile);
  if (!login) return undefined;
  const { store, base_url: baseUrl } = login;
  const account = profile === undefined ? baseUrl : `${baseUrl} (profile ${profile})`;
  return { store, account, baseUrl };
}

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

async function parseConfig(path: string, text: string): Promise<Config> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badConfig(path, 'is not valid JSON');
  }
  const { configSchema } = await import('./config-schema.ts');
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
