import { isEnabled } from '../../client/from-env.ts';
import { didYouMean } from '../../contract/did-you-mean.ts';
import { minSecretLength } from '../../node/redactor.ts';
import { Failure } from '../errors/failure.ts';
import type { ColorChoice } from '../output/color-choice.ts';
import { parseInteger, parseSeconds } from '../run/flag-values.ts';
import { readText } from '../run/read-source.ts';
import type { Shell } from '../shell.ts';
import { readConfig, type SavedKey, savedKeyIn } from './config-file.ts';
import type { Config, ConfigSettings } from './config-schema.ts';

/** Seconds; a string, like the value of a flag. */
export const defaultTimeout = '30';

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
  color?: ColorChoice;
  utc?: boolean;
  /** Whether to show progress (default: on a terminal). */
  progress?: boolean | undefined;
}

export interface CallSettings {
  baseUrl: string;
  apiKey: string;
  /** Whether plain http is allowed on other hosts than loopback (default: false). */
  allowHttp?: boolean;
  /** Milliseconds. */
  timeout: number;
  /** Maximum number of retries of a request that is safe to repeat. */
  retries: number;
  strict: boolean;
  /** Whether to log each attempt on stderr. */
  verbose: boolean;
}

/** A value of a setting and its source. */
export interface SettingValue {
  value: string;
  /** For example `--base-url`, `SERVICE_BASE_URL`, `profile work`, `config file`, `default`. */
  source: string;
  /** Of an API key that `auth login` saved. */
  savedKey?: SavedKey;
}

/** The names in the settings file. On the command line they have dashes. */
export const settingNames = ['base_url', 'timeout', 'api_key_file', 'profile', 'pager'] as const;

export type SettingName = (typeof settingNames)[number];

/** All values of each setting, the effective one first. `SERVICE_API_KEY` is shown as `set`. */
export type SettingValues = Readonly<Record<SettingName, readonly SettingValue[]>>;

/**
 * Collects the values of all settings. Precedence: flag, environment, profile, settings file,
 * default.
 *
 * @param savedConfig default: the content of the settings file
 * @throws {Failure} `no_profile` if the selected profile does not exist
 */
export async function settingValues(
  flags: GlobalFlags,
  environment: Shell['env'],
  savedConfig?: Config,
): Promise<SettingValues> {
  const config = savedConfig ?? (await readConfig());
  const profile = selectedProfiles(flags, environment, config);
  const [active] = profile;
  const saved: readonly (readonly [string, ConfigSettings, profile?: string])[] = [
    ...(active
      ? [[`profile ${active.value}`, findProfile(active, config), active.value] as const]
      : []),
    ['config file', config],
  ];
  const savedValues = (name: 'base_url' | 'timeout' | 'pager') =>
    saved.map(([source, settings]) => [source, settings[name]] as const);
  return {
    profile,
    base_url: nonEmpty([
      ['--base-url', flags.baseUrl],
      ['SERVICE_BASE_URL', environment['SERVICE_BASE_URL']],
      ...savedValues('base_url'),
    ]),
    api_key_file: [
      ...nonEmpty([
        ['--api-key-file', flags.apiKeyFile],
        ['SERVICE_API_KEY', environment['SERVICE_API_KEY'] && 'set'],
      ]),
      ...saved.flatMap(([source, { api_key_file }, profileName]) => {
        const savedKey = savedKeyIn(config, profileName);
        const login = savedKey && { value: `auth login: ${savedKey.store}`, source, savedKey };
        return [...nonEmpty([[source, api_key_file]]), ...(login ? [login] : [])];
      }),
    ],
    timeout: nonEmpty([
      ['--timeout', flags.timeout],
      ['SERVICE_TIMEOUT', environment['SERVICE_TIMEOUT']],
      ...savedValues('timeout'),
      ['default', defaultTimeout],
    ]),
    pager: nonEmpty([['NEWSWATCH_PAGER', environment['NEWSWATCH_PAGER']], ...savedValues('pager')]),
  };
}

/** The selected profile and those that it overrides; they may not exist. */
export function selectedProfiles(
  flags: Pick<GlobalFlags, 'profile'>,
  environment: Shell['env'],
  config: Config,
): SettingValue[] {
  return nonEmpty([
    ['--profile', flags.profile],
    ['SERVICE_PROFILE', environment['SERVICE_PROFILE']],
    ['config file', config.profile],
  ]);
}

/** @throws {Failure} if the base URL or the API key is missing, or a setting is invalid */
export async function remoteSettings(flags: GlobalFlags, shell: Shell): Promise<CallSettings> {
  const { base_url, api_key_file, timeout } = await settingValues(flags, shell.env);
  const [origin] = base_url;
  if (!origin) throw noBaseUrl();
  const apiKey = await readApiKey(api_key_file[0], shell, origin.value);
  const allowHttp = isHttpAllowed(shell);
  return { baseUrl: origin.value, apiKey, allowHttp, ...callSettings(flags, timeout[0]) };
}

/** Whether `SERVICE_ALLOW_HTTP` allows plain http on other hosts than loopback. */
export function isHttpAllowed({ env }: Pick<Shell, 'env'>): boolean {
  return isEnabled(env['SERVICE_ALLOW_HTTP']);
}

/**
 * Reads the API key: the value of `SERVICE_API_KEY`, the content of a file, or what `auth login` saved.
 *
 * @param baseUrl the service that the key is for, if it is known
 */
export async function readApiKey(
  setting: SettingValue | undefined,
  shell: Shell,
  baseUrl: string | undefined,
): Promise<string> {
  if (!setting) {
    const message =
      'no API key is configured: there is no saved key, and SERVICE_API_KEY is not set';
    throw new Failure('no_api_key', message);
  }
  const { source, value: file, savedKey } = setting;
  if (savedKey) {
    const { readSavedKey } = await import('../sign-in/saved-key.ts');
    return concealedKey(await readSavedKey(savedKey, source, baseUrl, shell), shell);
  }
  if (source === 'SERVICE_API_KEY') return concealedKey(shell.env[source] ?? '', shell);
  const name = `the API key file ${JSON.stringify(file)} (${source})`;
  const text = await readText({ file, name, code: 'no_api_key', isSecret: true }, shell);
  // Editors and `echo` end files with a newline.
  return concealedKey(text.replace(/\r?\n$/, ''), shell);
}

/** All later output redacts the key. */
export function concealedKey(key: string, { output }: Shell): string {
  if (key.length > 0 && key.length < minSecretLength) {
    throw new Failure('bad_api_key', `the API key is shorter than ${minSecretLength} characters`, {
      hint: 'Such a key cannot be concealed in the output; use a longer one',
    });
  }
  output.conceal(key.trim());
  return key;
}

export function noBaseUrl(): Failure {
  return new Failure('no_base_url', 'no service is configured: SERVICE_BASE_URL is not set');
}

/** The settings of a call to the bundled server, which has its own base URL and key. */
export async function localSettings(flags: GlobalFlags, { env }: Shell) {
  const { timeout } = await settingValues(flags, env);
  return callSettings(flags, timeout[0]);
}

/** The settings that do not depend on the service. */
export function callSettings(
  flags: GlobalFlags,
  timeout: SettingValue = { value: flags.timeout ?? defaultTimeout, source: '--timeout' },
): Omit<CallSettings, 'baseUrl' | 'apiKey' | 'allowHttp'> {
  return {
    timeout: parseTimeout(timeout),
    retries: parseInteger('--retries', flags.retries ?? defaultRetries, { min: 0, max: 99 }),
    strict: flags.strict === true,
    verbose: flags.verbose === true,
  };
}

/** Milliseconds; does not fail because of other settings, which not every command needs. */
export async function timeoutOf(flags: GlobalFlags, environment: Shell['env']): Promise<number> {
  const values = await settingValues(flags, environment).catch(() => undefined);
  return callSettings(flags, values?.timeout[0]).timeout;
}

/** Returns the timeout in milliseconds. */
export function parseTimeout({ value, source }: SettingValue): number {
  return parseSeconds(source, value, { min: 0.001 });
}

/** Drops undefined and empty values, except empty flags, which are rejected later. */
function nonEmpty(sources: readonly (readonly [string, string | undefined])[]): SettingValue[] {
  return sources.flatMap(([source, value]) => {
    if (value === undefined || (value === '' && !source.startsWith('--'))) return [];
    return [{ value, source }];
  });
}

function findProfile({ value, source }: SettingValue, { profiles = {} }: Config): ConfigSettings {
  const profile = Object.hasOwn(profiles, value) ? profiles[value] : undefined;
  if (profile) return profile;
  const known = Object.keys(profiles);
  throw new Failure(
    'no_profile',
    `there is no profile ${JSON.stringify(value)} (${source})${didYouMean(value, known)}`,
    { hint: `Create it: newswatch --profile ${value} config set base-url https://…` },
  );
}
