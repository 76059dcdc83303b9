import { didYouMean } from '../errors/did-you-mean.ts';
import { usageFailure } from '../errors/failure.ts';
import type { Config, ConfigSettings } from './config-file.ts';

/** Seconds, as a flag has them. */
export const defaultTimeout = '30';

/** A value of a setting, and where it stands. */
export interface SettingValue {
  value: string;
  /** `--base-url`, `SERVICE_BASE_URL`, `profile work`, `config file`, `default`. */
  source: string;
}

/** The settings that may stand in several places. */
export interface SettingValues {
  base_url: SettingValue[];
  /** The place of a key, never the key. */
  api_key: SettingValue[];
  timeout: SettingValue[];
  profile: SettingValue[];
}

interface Flags {
  baseUrl?: string;
  timeout?: string;
  profile?: string;
  apiKeyFile?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Every value that is given for a setting, the one that holds first: flag over environment over
 * profile over file over default.
 *
 * @throws {Failure} when the profile that was named is not there
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
  const kept: readonly (readonly [string, ConfigSettings])[] = [
    ...(chosen ? [[`profile ${chosen.value}`, profileNamed(chosen, config)] as const] : []),
    ['config file', config],
  ];
  const inFiles = (name: keyof ConfigSettings) =>
    kept.map(([source, settings]) => [source, settings[name]] as const);
  return {
    profile,
    base_url: given([
      ['--base-url', flags.baseUrl],
      ['SERVICE_BASE_URL', environment['SERVICE_BASE_URL']],
      ...inFiles('base_url'),
    ]),
    api_key: given([
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

/** An empty variable is an unset one; an empty flag is a mistake, and is left for its reader. */
function given(places: readonly (readonly [string, string | undefined])[]): SettingValue[] {
  return places.flatMap(([source, value]) => {
    if (value === undefined || (value === '' && !source.startsWith('--'))) return [];
    return [{ value, source }];
  });
}

function profileNamed({ value, source }: SettingValue, { profiles = {} }: Config): ConfigSettings {
  const profile = Object.hasOwn(profiles, value) ? profiles[value] : undefined;
  if (profile) return profile;
  const known = Object.keys(profiles);
  throw usageFailure(
    'no_profile',
    `there is no profile ${JSON.stringify(value)} (${source})${didYouMean(value, known)}`,
    `Make it: newswatch --profile ${value} config set base-url https://…`,
  );
}
