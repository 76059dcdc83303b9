import { parseBaseUrl } from '../../client/base-url.ts';
import type { SavedKey } from '../config/config-file.ts';
import { Failure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';
import { openKeyStore } from './open-key-store.ts';

/**
 * Reads an API key that `auth login` saved.
 *
 * @param source of the setting, such as `profile work`
 * @param baseUrl the service that the key is for, if it is known
 * @throws {Failure} if the key was saved for another service, was deleted, or cannot be read
 */
export async function readSavedKey(
  savedKey: SavedKey,
  source: string,
  baseUrl: string | undefined,
  shell: Shell,
): Promise<string> {
  const what = `the API key that auth login saved (${source})`;
  if (baseUrl !== undefined && parseBaseUrl(baseUrl, { allowHttp: true }) !== savedKey.baseUrl) {
    const message = `${what} is for ${savedKey.baseUrl}, not for ${baseUrl}`;
    throw new Failure('no_api_key', message, {
      hint: 'Set SERVICE_API_KEY, or save a key of this service: newswatch auth login',
    });
  }
  const store = await openKeyStore(savedKey.store, shell, await shell.deadline());
  const key = await store.get(savedKey.account);
  if (key !== undefined) return key;
  throw new Failure('no_api_key', `${what} is not in ${store.name} anymore`, {
    hint: 'Run newswatch auth login, or set SERVICE_API_KEY',
  });
}
