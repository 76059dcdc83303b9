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
import { usageFailure } from '../errors/failure.ts';
import { withManual } from '../help/manual.ts';
import type { Shell } from '../shell.ts';

type Name = keyof SettingValues;

/** How each setting is written on the command line. */
const names: ReadonlyMap<string, Name> = new Map([
  ['base-url', 'base_url'],
  ['timeout', 'timeout'],
  ['api-key-file', 'api_key'],
  ['profile', 'profile'],
]);

/** Adds `config`: the settings that are kept, and which of all that are given holds. */
export function addConfig(program: Command, shell: Shell): void {
  const flags = () => program.opts<GlobalFlags>();
  const group = program
    .command('config')
    .summary('Keep settings, and see which of them hold')
    .description(
      'Settings that are kept: base-url, timeout, api-key-file, profile. A flag counts more than the\nenvironment, that more than the profile, that more than the rest of the file. Keys are not kept.',
    );
  withManual(group.command('set <name> <value>'), {
    examples: [
      'config set base-url https://news.example.com',
      '--profile staging config set base-url https://staging.example.com',
      'config set profile staging',
    ],
  })
    .description('Keep a setting; with --profile, under that name')
    .action((name: string, value: string) => change(name, value, flags()));
  withManual(group.command('unset <name>'), { examples: ['config unset timeout'] })
    .description('Forget a setting; with --profile, the one under that name')
    .action((name: string) => change(name, undefined, flags()));
  withManual(group.command('get <name>'), {
    examples: ['config get base-url', 'config get timeout | jq -r .value'],
  })
    .description('Print the value that holds, and where it stands')
    .action(async (text: string) => {
      const name = nameOf(text);
      const candidates = settingValues(flags(), shell.env, await readConfig());
      shell.output.document(JSON.stringify(standing(name, candidates)));
    });
  withManual(group.command('list'), { examples: ['config list'] })
    .description('Print every setting, where its value stands, and what it counts more than')
    .action(async () => shell.output.document(JSON.stringify(await overview(flags(), shell))));
  withManual(group.command('path'), { examples: ['config path'] })
    .description('Print where the settings are kept')
    .action(async () => shell.output.document(JSON.stringify({ path: await configPath() })));
}

async function overview(flags: GlobalFlags, { env }: Shell) {
  const config = await readConfig();
  const candidates = settingValues(flags, env, config);
  return {
    path: await configPath(),
    settings: [...names.values()].map((name) => standing(name, candidates)),
    profiles: Object.keys(config.profiles ?? {}),
  };
}

function standing(name: Name, candidates: SettingValues) {
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
    if (profile !== undefined) throw wrong('a profile has no profile of its own');
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
    throw wrong('--profile must be 1 to 64 of A-Z a-z 0-9 . _ - and begin with a letter or digit');
  }
  const { profiles = {} } = config;
  const settings: ConfigSettings = withValue(profiles[profile] ?? {}, field, checked);
  await writeConfig({ ...config, profiles: { ...profiles, [profile]: settings } });
}

function withValue<Kept extends Config | ConfigSettings>(
  kept: Kept,
  field: keyof Kept,
  value: string | undefined,
): Kept {
  const { [field]: _, ...rest } = kept;
  return (value === undefined ? rest : { ...rest, [field]: value }) as Kept;
}

/** @throws what using the value would throw */
function checkedValue(name: Exclude<Name, 'profile'>, value: string): string {
  if (name === 'base_url') return parseBaseUrl(value);
  if (name === 'timeout') parseTimeout({ value, source: 'timeout' });
  if (name !== 'api_key') return value;
  if (value === '' || value === '-') throw wrong('api-key-file must be the path of a file');
  return absolute(value);
}

/** What is kept must hold in whatever folder it is read. */
function absolute(path: string): string {
  try {
    return resolve(path);
  } catch {
    throw wrong('api-key-file must be an absolute path here: the current folder is gone');
  }
}

function nameOf(text: string): Name {
  const name = names.get(text.replaceAll('_', '-'));
  if (name) return name;
  const known = [...names.keys()];
  throw wrong(
    `<name> must be one of: ${known.join(', ')} (got ${JSON.stringify(text)})${didYouMean(text, known)}`,
  );
}

function wrong(message: string) {
  return usageFailure('invalid_value', message, 'See: newswatch config --help');
}
