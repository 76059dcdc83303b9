import { resolve } from 'node:path';
import type { Command } from 'commander';
import { parseBaseUrl } from '../../client/base-url.ts';
import { didYouMean } from '../../contract/did-you-mean.ts';
import { configPath, readConfig } from '../config/config-file.ts';
import type { Config } from '../config/config-schema.ts';
import {
  type GlobalFlags,
  isHttpAllowed,
  parseTimeout,
  type SettingName,
  type SettingValues,
  settingNames,
  settingValues,
} from '../config/settings.ts';
import { invalidInput } from '../errors/failure.ts';
import { withManual } from '../help/manual.ts';
import { openPrinter } from '../output/print-document.ts';
import { withOutputOptions } from '../run/command-options.ts';
import type { Shell } from '../shell.ts';

/** Declares `config`: manages saved settings and shows which value wins. */
export function declareConfig(group: Command, shell: Shell): void {
  const flags = () => group.optsWithGlobals<GlobalFlags>();
  group.description(
    'Manage saved settings: base-url, timeout, api-key-file, profile, pager. A flag overrides the environment,\nwhich overrides the profile, which overrides the other saved settings. newswatch auth login saves API keys.',
  );
  withManual(group.command('set <name> <value>'), {
    examples: [
      'config set base-url https://news.example.com',
      '--profile staging config set base-url https://staging.example.com',
      'config set profile staging',
    ],
  })
    .description('Save a setting; with --profile, in that profile')
    .action((name: string, value: string) => changeSetting(name, value, flags(), shell));
  withManual(group.command('unset <name>'), { examples: ['config unset timeout'] })
    .description('Delete a setting; with --profile, from that profile')
    .action((name: string) => changeSetting(name, undefined, flags(), shell));
  withManual(withOutputOptions(group.command('get <name>')), {
    examples: ['config get base-url', 'config get timeout | jq -r .value'],
  })
    .description('Print the effective value of a setting and its source')
    .action(async (text: string, _flags, command: Command) => {
      const print = await openPrinter(command.optsWithGlobals(), shell);
      const name = parseSettingName(text);
      const values = await settingValues(flags(), shell.env);
      await print(toJson(name, values));
    });
  withManual(withOutputOptions(group.command('list')), { examples: ['config list'] })
    .description('Print all settings with their sources and the values they override')
    .action(async (_flags, command: Command) => {
      const columns = ['name', 'value', 'source'];
      const source = { list: 'settings', columns };
      const print = await openPrinter(command.optsWithGlobals(), shell, source);
      await print(await listSettings(flags(), shell));
    });
  withManual(withOutputOptions(group.command('path')), { examples: ['config path'] })
    .description('Print the path of the settings file')
    .action(async (_flags, command: Command) => {
      const print = await openPrinter(command.optsWithGlobals(), shell);
      await print({ path: await configPath() });
    });
}

async function listSettings(flags: GlobalFlags, { env }: Shell) {
  const config = await readConfig();
  const values = await settingValues(flags, env, config);
  return {
    path: await configPath(),
    settings: settingNames.map((name) => toJson(name, values)),
    profiles: Object.keys(config.profiles ?? {}),
  };
}

function toJson(name: SettingName, values: SettingValues) {
  const [effective, ...overridden] = values[name];
  return {
    name: name.replaceAll('_', '-'),
    value: effective?.value ?? null,
    source: effective?.source ?? null,
    overrides: overridden.map(({ value, source }) => ({ value, source })),
  };
}

async function changeSetting(
  text: string,
  value: string | undefined,
  { profile }: GlobalFlags,
  shell: Shell,
) {
  const name = parseSettingName(text);
  if (name === 'profile' && profile !== undefined) {
    throw invalid('profile cannot be set in a profile');
  }
  const { changeConfig, withSettingsIn } = await import('../config/change-config.ts');
  await changeConfig(async (config) => {
    const newValue =
      value === undefined ? undefined : await validatedValue(name, value, config, shell);
    return withSettingsIn(config, profile, { [name]: newValue });
  });
}

/** @throws {Failure | SettingError} as a command that uses the value would */
async function validatedValue(
  name: SettingName,
  value: string,
  config: Config,
  shell: Shell,
): Promise<string> {
  if (name === 'base_url') parseBaseUrl(value, { allowHttp: isHttpAllowed(shell) });
  if (name === 'timeout') parseTimeout({ value, source: 'timeout' });
  if (name === 'profile') await settingValues({ profile: value }, {}, config);
  if (name === 'pager' && value.trim() === '') {
    throw invalid('pager must be a command, such as less');
  }
  if (name !== 'api_key_file') return value;
  if (value === '' || value === '-') throw invalid('api-key-file must be the path of a file');
  return absolutePath(value);
}

/** A saved path must be valid in any working directory. */
function absolutePath(path: string): string {
  try {
    return resolve(path);
  } catch {
    throw invalid('api-key-file must be an absolute path: the working directory does not exist');
  }
}

function parseSettingName(text: string): SettingName {
  const name = settingNames.find((each) => each === text.replaceAll('-', '_'));
  if (name) return name;
  const known = settingNames.map((each) => each.replaceAll('_', '-'));
  throw invalid(
    `<name> must be one of: ${known.join(', ')} (got ${JSON.stringify(text)})${didYouMean(text, known)}`,
  );
}

function invalid(message: string) {
  return invalidInput(message, 'See: newswatch config --help');
}
