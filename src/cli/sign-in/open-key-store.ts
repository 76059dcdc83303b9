import type { Deadline } from '../../client/deadline.ts';
import type { SavedKey } from '../config/config-file.ts';
import type { Shell } from '../shell.ts';
import type { KeyStore } from './key-store.ts';

/** @param deadline limits the time that the keychain may take (default: only by ten seconds) */
export async function openKeyStore(
  store: SavedKey['store'],
  shell: Pick<Shell, 'interruption' | 'output'>,
  deadline?: Deadline,
): Promise<KeyStore> {
  if (store === 'file') return (await import('./key-file.ts')).openKeyFile(shell);
  return (await import('./keychain.ts')).openKeychain(shell, deadline);
}
