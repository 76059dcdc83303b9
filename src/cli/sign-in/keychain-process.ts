import { errorMessage } from '../../node/error-message.ts';

export interface KeychainRequest {
  action: 'get' | 'set' | 'delete';
  account: string;
  /** Of `set`. */
  key?: string;
}

export type KeychainReply =
  | { key: string | null }
  | { deleted: boolean }
  | { problem: string; isMissing: boolean };

/**
 * Answers one request of the parent process, then ends. The library blocks a thread while D-Bus or the keychain
 * does not respond. Such a process does not even exit, also if the thread is a worker: it must be killed.
 */
export function answerRequest(): void {
  process.once('disconnect', () => process.exit());
  process.once('message', (request: KeychainRequest) => {
    void answer(request).then((reply) => process.send?.(reply, () => process.exit()));
  });
}

async function answer({ action, account, key = '' }: KeychainRequest): Promise<KeychainReply> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    // Without a Secret Service, the library would use the keyring of the kernel, which forgets keys.
    const entry = new AsyncEntry('newswatch', account, { linux: { store: 'secret-service' } });
    if (action === 'get') return { key: await entry.getPassword() };
    if (action === 'delete') return { deleted: await entry.deletePassword() };
    await entry.setPassword(key);
    return { key };
  } catch (error) {
    const problem = errorMessage(error);
    const isMissing = /^Cannot find (?:package|module|native binding)/.test(problem);
    return { problem, isMissing };
  }
}
