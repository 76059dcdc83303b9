import { Failure } from '../errors/failure.ts';
import { parseInteger, parseSeconds } from '../run/flag-values.ts';
import { readText } from '../run/read-source.ts';
import type { Shell } from '../shell.ts';
import { readConfig } from './config-file.ts';
import { defaultTimeout, type SettingValue, settingValues } from './setting-sources.ts';

export const defaultRetries = '2';

/** The flags that every command has. */
export interface GlobalFlags {
  baseUrl?: string;
  apiKeyFile?: string;
  profile?: string;
  local?: boolean;
  timeout?: string;
  retries?: string;
  strict?: boolean;
  verbose?: boolean;
}

export interface CallSettings {
  baseUrl: string;
  apiKey: string;
  /** Milliseconds. */
  timeout: number;
  /** Maximum number of retries of a request that is safe to repeat. */
  retries: number;
  strict: boolean;
  /** Whether to log each attempt on stderr. */
  verbose: boolean;
}

/** @throws {Failure} if the base URL or the API key is missing, or a setting is invalid */
export async function remoteSettings(flags: GlobalFlags, shell: Shell): Promise<CallSettings> {
  const { base_url, api_key_file, timeout } = settingValues(flags, shell.env, await readConfig());
  const [origin] = base_url;
  if (!origin) throw noBaseUrl();
  const apiKey = await readApiKey(api_key_file[0], shell);
  return { baseUrl: origin.value, apiKey, ...callSettings(flags, timeout[0]) };
}

/** Reads the API key: the value of `SERVICE_API_KEY`, or the content of a file. */
export async function readApiKey(setting: SettingValue | undefined, shell: Shell): Promise<string> {
  if (!setting) {
    throw new Failure('no_api_key', 'no API key is configured: SERVICE_API_KEY is not set');
  }
  const { source, value: file } = setting;
  if (source === 'SERVICE_API_KEY') return shell.env[source] ?? '';
  const name = `the API key file ${JSON.stringify(file)} (${source})`;
  const text = await readText({ file, name, code: 'no_api_key' }, shell);
  // Editors and `echo` end files with a newline.
  return text.replace(/\r?\n$/, '');
}

export function noBaseUrl(): Failure {
  return new Failure('no_base_url', 'no service is configured: SERVICE_BASE_URL is not set');
}

/** The settings of a call to the bundled server, which has its own base URL and key. */
export async function localSettings(flags: GlobalFlags, { env }: Shell) {
  const { timeout } = settingValues(flags, env, await readConfig());
  return callSettings(flags, timeout[0]);
}

/** The settings that do not depend on the service. */
export function callSettings(
  flags: GlobalFlags,
  timeout: SettingValue = { value: flags.timeout ?? defaultTimeout, source: '--timeout' },
): Omit<CallSettings, 'baseUrl' | 'apiKey'> {
  return {
    timeout: parseTimeout(timeout),
    retries: parseInteger('--retries', flags.retries ?? defaultRetries, { min: 0, max: 99 }),
    strict: flags.strict === true,
    verbose: flags.verbose === true,
  };
}

/** Parses seconds to milliseconds. */
export function parseTimeout({ value, source }: SettingValue): number {
  return parseSeconds(source, value, { min: 0.001 });
}
