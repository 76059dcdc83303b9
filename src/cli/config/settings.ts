import { type Failure, usageFailure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';
import { readApiKey } from './api-key-source.ts';
import { readConfig } from './config-file.ts';
import { defaultTimeout, type SettingValue, settingValues } from './setting-sources.ts';

export const defaultRetries = '2';

/** The flags that every command takes. */
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

/** Where a command is sent, and how. */
export interface CallSettings {
  baseUrl: string;
  apiKey: string;
  /** Milliseconds. */
  timeout: number;
  /** How often a call that may be repeated is sent again. */
  retries: number;
  strict: boolean;
  /** Whether each attempt is told on stderr. */
  verbose: boolean;
}

/**
 * Where a command is sent and with which key. Neither has a default.
 *
 * @throws {Failure} when one is missing, or a setting cannot be read
 */
export async function remoteSettings(flags: GlobalFlags, shell: Shell): Promise<CallSettings> {
  const { base_url, api_key, timeout } = settingValues(flags, shell.env, await readConfig());
  const [origin] = base_url;
  if (!origin) throw noBaseUrl();
  const apiKey = await readApiKey(api_key[0], shell);
  return { baseUrl: origin.value, apiKey, ...callSettings(flags, timeout[0]) };
}

/** There is no default origin. */
export function noBaseUrl(): Failure {
  return usageFailure(
    'no_base_url',
    'no service to talk to: SERVICE_BASE_URL is not set',
    'Set SERVICE_BASE_URL (or --base-url) to the service’s origin, or use --local for the bundled server',
  );
}

/** The settings of a call that goes to the bundled server, which has its own origin and key. */
export async function localSettings(flags: GlobalFlags, { env }: Shell) {
  const { timeout } = settingValues(flags, env, await readConfig());
  return callSettings(flags, timeout[0]);
}

/** The settings that hold wherever a command is sent. */
export function callSettings(
  flags: GlobalFlags,
  timeout: SettingValue = { value: flags.timeout ?? defaultTimeout, source: '--timeout' },
): Omit<CallSettings, 'baseUrl' | 'apiKey'> {
  return {
    timeout: parseTimeout(timeout),
    retries: parseRetries(flags.retries ?? defaultRetries),
    strict: flags.strict === true,
    verbose: flags.verbose === true,
  };
}

function parseRetries(text: string): number {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  throw usageFailure(
    'invalid_value',
    `--retries must be a whole number from 0 to 99 (got ${JSON.stringify(text)})`,
  );
}

/** Seconds as text, to milliseconds. */
export function parseTimeout({ value: text, source }: SettingValue): number {
  const seconds = /^\d{1,5}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (seconds < 0.001 || seconds > 86_400) {
    throw usageFailure(
      'invalid_value',
      `${source} must be seconds from 0.001 to 86400 (got ${JSON.stringify(text)})`,
    );
  }
  return Math.round(seconds * 1000);
}
