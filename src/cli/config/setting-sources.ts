import { didYouMean } from '../errors/did-you-mean.ts';
import { Failure } from '../errors/failure.ts';
import type { Config, ConfigSettings } from './config-file.ts';

/** Seconds; a string, like the value of a flag. */
export const defaultTimeout = '30';

/** A value of a setting and its source. */
export interface SettingValue {
  value: string;
  /** `--base-url`, `SERVICE_BASE_URL`, `profile work`, `config file`, `default`. */
  source: string;
}

/** The names in the settings file. On the command line they have dashes. */
export const settingNames = ['base_url', 'timeout', 'api_key_file', 'profile'] as const;

export type SettingName = (typeof settingNames)[number];

/** All values of each setting, the effective one first. `SERVICE_API_KEY` has the value `set`. */
export type SettingValues = Readonly<Record<SettingName, readonly SettingValue[]>>;

interface Flags {
  baseUrl?: string;
  timeout?: string;
  profile?: string;
  apiKeyFile?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Collects the values of all settings. Precedence: flag, environment, profile, settings file,
 * default.
 *
 * @throws {Failure} `no_profile` if the chosen profile does not exist
 */
export function settingValues(
  flags: Flags,
  environment: Environment,
  config: Config,
): SettingValues {
  const profile = given([
    ['--profile', flags.profile],
    ['SERVICE_PROFILE', environment['SERVICE_PROFILE']],
    ['config file', config.profile],
  ]);
  const [chosen] = profile;
  const saved: readonly (readonly [string, ConfigSettings])[] = [
    ...(chosen ? [[`profile ${chosen.value}`, profileNamed(chosen, config)] as const] : []),
    ['config file', config],
  ];
  const inFiles = (name: keyof ConfigSettings) =>
    saved.map(([source, settings]) => [source, settings[name]] as const);
  return {
    profile,
    base_url: given([
      ['--base-url', flags.baseUrl],
      ['SERVICE_BASE_URL', environment['SERVICE_BASE_URL']],
      ...inFiles('base_url'),
    ]),
    api_key_file: given([
      ['--api-key-file', flags.apiKeyFile],
      ['SERVICE_API_KEY', environment['SERVICE_API_KEY'] && 'set'],
      ...inFiles('api_key_file'),
    ]),
    timeout: given([
      ['--timeout', flags.timeout],
      ['SERVICE_TIMEOUT', environment['SERVICE_TIMEOUT']],
      ...inFiles('timeout'),
      ['default', defaultTimeout],
    ]),
  };
}

/** Ignores empty environment variables. Empty flags are kept, to be rejected later. */
function given(sources: readonly (readonly [string, string | undefined])[]): SettingValue[] {
  return sources.flatMap(([source, value]) => {
    if (value === undefined || (value === '' && !source.startsWith('--'))) return [];
    return [{ value, source }];
  });
}

function profileNamed({ value, source }: SettingValue, { profiles = {} }: Config): ConfigSettings {
  const profile = Object.hasOwn(profiles, value) ? profiles[value] : undefined;
  if (profile) return profile;
  const known = Object.keys(profiles);
  throw new Failure(
    'no_profile',
    `there is no profile ${JSON.stringify(value)} (${source})${didYouMean(value, known)}`,
    { hint: `Create it: newswatch --profile ${value} config set base-url https://…` },
  );
}
