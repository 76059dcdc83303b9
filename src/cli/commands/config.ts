import { resolve } from 'node:path';
import type { Command } from 'commander';
import { parseBaseUrl } from '../../client/base-url.ts';
import {
  type Config,
  type ConfigSettings,
  configPath,
  readConfig,
  writeConfig,
} from '../config/config-file.ts';
import { type SettingValues, settingValues } from '../config/setting-sources.ts';
import { type GlobalFlags, parseTimeout } from '../config/settings.ts';
import { didYouMean } from '../errors/did-you-mean.ts';
import { invalidInput } from '../errors/failure.ts';
import { withManual } from '../help/manual.ts';
import type { Shell } from '../shell.ts';

type Name = keyof SettingValues;

/** Settings by their name on the command line. */
const names: ReadonlyMap<string, Name> = new Map([
  ['base-url', 'base_url'],
  ['timeout', 'timeout'],
  ['api-key-file', 'api_key'],
  ['profile', 'profile'],
]);

/** Adds `config`: manages saved settings and shows which value wins. */
export function addConfig(program: Command, shell: Shell): void {
  const flags = () => program.opts<GlobalFlags>();
  const group = program
    .command('config')
    .summary('Manage saved settings and show which value wins')
    .description(
      'Manage saved settings: base-url, timeout, api-key-file, profile. A flag overrides the environment,\nwhich overrides the profile, which overrides the other saved settings. API keys are not saved.',
    );
  withManual(group.command('set <name> <value>'), {
    examples: [
      'config set base-url https://news.example.com',
      '--profile staging config set base-url https://staging.example.com',
      'config set profile staging',
    ],
  })
    .description('Save a setting; with --profile, in that profile')
    .action((name: string, value: string) => change(name, value, flags()));
  withManual(group.command('unset <name>'), { examples: ['config unset timeout'] })
    .description('Delete a setting; with --profile, from that profile')
    .action((name: string) => change(name, undefined, flags()));
  withManual(group.command('get <name>'), {
    examples: ['config get base-url', 'config get timeout | jq -r .value'],
  })
    .description('Print the effective value of a setting and its source')
    .action(async (text: string) => {
      const name = nameOf(text);
      const candidates = settingValues(flags(), shell.env, await readConfig());
      shell.output.document(JSON.stringify(toJson(name, candidates)));
    });
  withManual(group.command('list'), { examples: ['config list'] })
    .description('Print all settings with their sources and the values they override')
    .action(async () => shell.output.document(JSON.stringify(await overview(flags(), shell))));
  withManual(group.command('path'), { examples: ['config path'] })
    .description('Print the path of the configuration file')
    .action(async () => shell.output.document(JSON.stringify({ path: await configPath() })));
}

async function overview(flags: GlobalFlags, { env }: Shell) {
  const config = await readConfig();
  const candidates = settingValues(flags, env, config);
  return {
    path: await configPath(),
    settings: [...names.values()].map((name) => toJson(name, candidates)),
    profiles: Object.keys(config.profiles ?? {}),
  };
}

function toJson(name: Name, candidates: SettingValues) {
  const [winner, ...others] = candidates[name];
  return {
    name: writtenAs(name),
    value: winner?.value ?? null,
    source: winner?.source ?? null,
    overrides: others,
  };
}

function writtenAs(name: Name): string {
  return [...names].find(([, each]) => each === name)?.[0] ?? name;
}

async function change(text: string, value: string | undefined, { profile }: GlobalFlags) {
  const name = nameOf(text);
  const config = await readConfig();
  if (name === 'profile') {
    if (profile !== undefined) throw invalid('profile cannot be set in a profile');
    if (value !== undefined) settingValues({ profile: value }, {}, config);
    await writeConfig(withValue(config, 'profile', value));
    return;
  }
  const field = name === 'api_key' ? 'api_key_file' : name;
  const checked = value === undefined ? undefined : checkedValue(name, value);
  if (profile === undefined) {
    await writeConfig(withValue(config, field, checked));
    return;
  }
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(profile)) {
    throw invalid(
      '--profile must be 1 to 64 of A-Z a-z 0-9 . _ - and start with a letter or digit',
    );
  }
  const { profiles = {} } = config;
  const settings: ConfigSettings = withValue(profiles[profile] ?? {}, field, checked);
  await writeConfig({ ...config, profiles: { ...profiles, [profile]: settings } });
}

function withValue<Settings extends Config | ConfigSettings>(
  settings: Settings,
  field: keyof Settings,
  value: string | undefined,
): Settings {
  const { [field]: _, ...rest } = settings;
  return (value === undefined ? rest : { ...rest, [field]: value }) as Settings;
}

/** @throws the error that using the value would cause */
function checkedValue(name: Exclude<Name, 'profile'>, value: string): string {
  if (name === 'base_url') return parseBaseUrl(value);
  if (name === 'timeout') parseTimeout({ value, source: 'timeout' });
  if (name !== 'api_key') return value;
  if (value === '' || value === '-') throw invalid('api-key-file must be the path of a file');
  return absolute(value);
}

/** A saved path must be valid in any working directory. */
function absolute(path: string): string {
  try {
    return resolve(path);
  } catch {
    throw invalid('api-key-file must be an absolute path: the working directory does not exist');
  }
}

function nameOf(text: string): Name {
  const name = names.get(text.replaceAll('_', '-'));
  if (name) return name;
  const known = [...names.keys()];
  throw invalid(
    `<name> must be one of: ${known.join(', ')} (got ${JSON.stringify(text)})${didYouMean(text, known)}`,
  );
}

function invalid(message: string) {
  return invalidInput(message, 'See: newswatch config --help');
}
