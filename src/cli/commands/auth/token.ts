import { checkApiKey } from '../../../client/api-key.ts';
import { type GlobalFlags, readApiKey, settingValues } from '../../config/settings.ts';
import type { Shell } from '../../shell.ts';

/** Prints the API key. */
export async function token(flags: GlobalFlags, shell: Shell): Promise<void> {
  const { base_url, api_key_file } = await settingValues(flags, shell.env);
  shell.output.key(checkApiKey(await readApiKey(api_key_file[0], shell, base_url[0]?.value)));
}
