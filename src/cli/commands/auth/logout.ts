import { changeConfig, withSettingsIn } from '../../config/change-config.ts';
import { readConfig, savedKeyIn } from '../../config/config-file.ts';
import { type GlobalFlags, settingValues } from '../../config/settings.ts';
import { Failure } from '../../errors/failure.ts';
import { type DocumentFlags, openPrinter } from '../../output/print-document.ts';
import type { Shell } from '../../shell.ts';
import { openKeyStore } from '../../sign-in/open-key-store.ts';

/** Deletes the API key of the selected profile or, without one, of the top level of the settings. */
export async function logout(flags: GlobalFlags & DocumentFlags, shell: Shell): Promise<void> {
  const fields = ['profile', 'base_url', 'deleted_from', 'remaining_api_key_source'];
  const print = await openPrinter(flags, shell, { fields });
  const config = await readConfig();
  const { profile, api_key_file } = await settingValues(flags, shell.env, config);
  const name = profile[0]?.value;
  const source = name === undefined ? 'config file' : `profile ${name}`;
  const saved = savedKeyIn(config, name);
  if (!saved) {
    const [used] = api_key_file;
    throw new Failure('no_api_key', `auth login has saved no API key (${source})`, {
      hint: used
        ? `Commands use the key of ${used.source}`
        : 'Save one with newswatch auth login, or set SERVICE_API_KEY',
    });
  }
  const store = await openKeyStore(saved.store, shell);
  await store.delete(saved.account);
  const { after: changed } = await changeConfig((each) =>
    withSettingsIn(each, name, { login: undefined }),
  );
  const { output } = shell;
  const [remaining] = (await settingValues(flags, shell.env, changed)).api_key_file;
  await print({
    profile: name ?? null,
    base_url: saved.baseUrl,
    deleted_from: saved.store,
    remaining_api_key_source: remaining?.source ?? null,
  });
  output.note(`newswatch: the API key was deleted from ${store.name}`);
  if (remaining) output.note(`newswatch: commands now use the key of ${remaining.source}`);
}
