import { checkApiKey } from '../../../client/api-key.ts';
import { parseBaseUrl } from '../../../client/base-url.ts';
import { Deadline } from '../../../client/deadline.ts';
import { operations } from '../../../contract/operations.ts';
import { changeConfig, withSettingsIn } from '../../config/change-config.ts';
import { readConfig, type SavedKey, savedKeyIn } from '../../config/config-file.ts';
import type { Config, ConfigSettings } from '../../config/config-schema.ts';
import {
  type CallSettings,
  callSettings,
  concealedKey,
  type GlobalFlags,
  isHttpAllowed,
  type SettingValue,
  selectedProfiles,
  settingValues,
} from '../../config/settings.ts';
import { callFailure, Failure, invalidInput } from '../../errors/failure.ts';
import { type DocumentFlags, openPrinter } from '../../output/print-document.ts';
import { printErrorResponse } from '../../output/print-response.ts';
import { ask, canAsk } from '../../run/ask.ts';
import { createCliClient } from '../../run/cli-client.ts';
import { interruptible } from '../../run/interruption.ts';
import { readText } from '../../run/read-source.ts';
import type { Shell } from '../../shell.ts';
import { askHidden } from '../../sign-in/hidden-prompt.ts';
import { openKeyStore } from '../../sign-in/open-key-store.ts';

export interface LoginFlags extends GlobalFlags, DocumentFlags {
  withToken?: boolean;
  insecureStorage?: boolean;
  /** Default: true. */
  verify?: boolean;
}

/** Saves the API key and the base URL in the selected profile or at the top level of the settings. */
export async function login(flags: LoginFlags, shell: Shell): Promise<void> {
  const { env, output } = shell;
  if (flags.apiKeyFile !== undefined) {
    throw invalidInput(
      'auth login does not use --api-key-file',
      'Pass the file: --with-token < FILE',
    );
  }
  const fields = ['profile', 'base_url', 'api_key_store', 'verified'];
  const print = await openPrinter(flags, shell, { fields });
  const config = await readConfig();
  const profile = selectedProfiles(flags, env, config)[0]?.value;
  // The profile may be new.
  const values = await settingValues(flags, env, withSettingsIn(config, profile, {}));
  const { base_url, timeout, api_key_file } = values;
  const baseUrl = await chosenBaseUrl(base_url[0], shell);
  const call = callSettings(flags, timeout[0]);
  const key = concealedKey(checkApiKey(await readKey(flags, baseUrl, shell)), shell);
  if (flags.verify !== false) {
    const settings = { baseUrl, apiKey: key, allowHttp: isHttpAllowed(shell), ...call };
    if (!(await isAccepted(settings, shell))) return;
  }
  const { store, change } = await saveKey({ key, baseUrl, profile }, flags, shell);
  const { before, after } = await changeConfig((each) => withSettingsIn(each, profile, change));
  await deleteReplaced(before, after, profile, shell);
  await print({
    profile: profile ?? null,
    base_url: baseUrl,
    api_key_store: store,
    verified: flags.verify !== false,
  });
  const [used] = api_key_file;
  if (used && !used.savedKey && !isSaved(used)) {
    output.note(`newswatch: ${used.source} is set and overrides the saved key`);
  }
}

function isSaved({ source }: SettingValue): boolean {
  return source === 'config file' || source.startsWith('profile ');
}

async function chosenBaseUrl(setting: SettingValue | undefined, shell: Shell): Promise<string> {
  const isAsked = setting === undefined && canAsk(shell);
  const url = isAsked ? await ask('Address of the service (https://…):', shell) : setting?.value;
  if (url?.trim()) return parseBaseUrl(url.trim(), { allowHttp: isHttpAllowed(shell) });
  throw new Failure('no_base_url', 'no service is configured', {
    hint: 'Name it: newswatch auth login --base-url https://…',
  });
}

async function readKey({ withToken }: LoginFlags, baseUrl: string, shell: Shell): Promise<string> {
  const { stdin } = shell;
  const isTerminal = 'isTTY' in stdin && stdin.isTTY === true;
  if (withToken && !isTerminal) {
    const source = { file: '-', name: 'the API key', code: 'no_api_key' } as const;
    return (await readText(source, shell)).replace(/\r?\n$/, '');
  }
  if (canAsk(shell)) {
    return askHidden(`API key of ${baseUrl}, from its settings under Agents (hidden):`, shell);
  }
  throw invalidInput(
    'auth login asks for the key on a terminal, and there is none',
    'Pass the key: newswatch auth login --with-token < FILE, or set SERVICE_API_KEY',
  );
}

/** Prints the error of the service if it does not accept the key. */
async function isAccepted(settings: CallSettings, shell: Shell): Promise<boolean> {
  const { overview } = operations.account;
  const client = createCliClient(settings, shell);
  // Typing the key takes time, too, which is not limited.
  const deadline = new Deadline(settings.timeout).unref();
  try {
    const response = await interruptible(overview, shell, (signal) =>
      client.call(overview, {}, { signal, deadline }),
    );
    if (response.status < 400) return true;
    await printErrorResponse(response, {}, shell);
    shell.output.note('newswatch: the API key was not saved');
    return false;
  } catch (error) {
    throw callFailure(error, overview);
  } finally {
    await client.close();
  }
}

interface NewKey {
  key: string;
  baseUrl: string;
  profile: string | undefined;
}

/** Saves the key in the keychain or, if that cannot be used, in the file. */
async function saveKey(
  { key, baseUrl, profile }: NewKey,
  { insecureStorage }: LoginFlags,
  shell: Shell,
): Promise<{ store: SavedKey['store']; change: ConfigSettings }> {
  const save = async (store: SavedKey['store']) => {
    const login = { store, base_url: baseUrl };
    const change = { base_url: baseUrl, login, api_key_file: undefined };
    const place = await openKeyStore(store, shell);
    await place.set(savedKeyIn(withSettingsIn({}, profile, change), profile)?.account ?? '', key);
    return { store, change, place: place.name };
  };
  const { output } = shell;
  let reason = '';
  if (!insecureStorage) {
    try {
      const { place, ...saved } = await save('keychain');
      output.note(`newswatch: the API key was saved in ${place}`);
      return saved;
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'keychain_failed') throw error;
      reason = `${error.message}; `;
    }
  }
  const { place, ...saved } = await save('file');
  output.note(
    `newswatch: ${reason}the API key was saved unencrypted in ${place}, which only you can read`,
  );
  return saved;
}

/** Deletes the key that a new one replaces, if that is in another place. */
async function deleteReplaced(
  before: Config,
  after: Config,
  profile: string | undefined,
  shell: Shell,
): Promise<void> {
  const [old, current] = [before, after].map((config) => savedKeyIn(config, profile));
  if (!old || (old.store === current?.store && old.account === current.account)) return;
  const store = await openKeyStore(old.store, shell);
  await store.delete(old.account).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'interrupted') throw error;
    shell.output.note(`newswatch: warning: the replaced API key is still in ${store.name}`);
  });
}
