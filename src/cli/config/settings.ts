import { Failure } from '../errors/failure.ts';
import { parseInteger, parseSeconds } from '../run/flag-values.ts';
import type { Shell } from '../shell.ts';
import { readApiKey } from './api-key-source.ts';
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
  const { base_url, api_key, timeout } = settingValues(flags, shell.env, await readConfig());
  const [origin] = base_url;
  if (!origin) throw noBaseUrl();
  const apiKey = await readApiKey(api_key[0], shell);
  return { baseUrl: origin.value, apiKey, ...callSettings(flags, timeout[0]) };
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
