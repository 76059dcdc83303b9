import { optionalDependencies } from '../../../package.json';
import type { Deadline } from '../../client/deadline.ts';
import { errorMessage } from '../../node/error-message.ts';
import { packageFile } from '../../node/package-files.ts';
import { Failure, interruptedFailure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';
import type { KeyStore } from './key-store.ts';
import type { KeychainReply, KeychainRequest } from './keychain-process.ts';

/** Milliseconds that the keychain may take, also if it asks the user for a password. */
const maxTime = 10_000;

const names: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'the macOS Keychain',
  win32: 'the Windows Credential Manager',
};

/** Sends a request to a keychain. Rejects with its reason if the signal is aborted. */
type Ask = (request: KeychainRequest, signal: AbortSignal) => Promise<KeychainReply>;

/**
 * The keychain of the system. Its methods throw a {@link Failure} if it cannot be used.
 *
 * @param deadline limits each of them in addition to the ten seconds that they may take
 */
export function openKeychain(
  shell: Pick<Shell, 'interruption'>,
  deadline?: Pick<Deadline, 'remaining'>,
  ask: Ask = askProcess,
  platform: NodeJS.Platform = process.platform,
): KeyStore {
  const name = names[platform] ?? 'the Secret Service';
  const call = async (request: KeychainRequest): Promise<KeychainReply> => {
    const interruption = shell.interruption();
    const time = Math.max(1, Math.min(maxTime, Math.round(deadline?.remaining ?? maxTime)));
    const limit = AbortSignal.timeout(time);
    let reply: KeychainReply;
    try {
      reply = await ask(request, AbortSignal.any([limit, interruption]));
    } catch (cause) {
      if (interruption.aborted) throw interruptedFailure(interruption, false);
      const problem = limit.aborted
        ? `does not respond within ${time / 1000} s`
        : `cannot be used: ${errorMessage(cause)}`;
      throw new Failure('keychain_failed', `${name} ${problem}`, { cause });
    }
    if (!('problem' in reply)) return reply;
    throw reply.isMissing
      ? missingLibrary(name)
      : new Failure('keychain_failed', `${name} cannot be used: ${firstLine(reply.problem)}`);
  };
  return {
    name,
    async get(account) {
      const reply = await call({ action: 'get', account });
      return ('key' in reply && reply.key) || undefined;
    },
    async set(account, key) {
      await call({ action: 'set', account, key });
    },
    async delete(account) {
      const reply = await call({ action: 'delete', account });
      return 'deleted' in reply && reply.deleted;
    },
  };
}

const library = '@napi-rs/keyring';

function missingLibrary(name: string): Failure {
  const version = optionalDependencies[library].replace(/^\D/, '');
  return new Failure(
    'keychain_failed',
    `${name} needs ${library}, which is not installed for this system`,
    { hint: `Run npm install ${library}@${version}, or set SERVICE_API_KEY` },
  );
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, 200);
}

/** Asks in a process of its own, which is killed when the signal is aborted. */
async function askProcess(request: KeychainRequest, signal: AbortSignal): Promise<KeychainReply> {
  const { fork } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const child = fork(packageFile('bin/newswatch.cjs'), ['__keychain'], {
      execArgv: [],
      stdio: 'ignore',
      signal,
      killSignal: 'SIGKILL',
    });
    child.once('message', (reply) => resolve(reply as KeychainReply));
    child.once('error', reject);
    child.once('exit', (code, name) => {
      reject(new Error(`its process ended with ${name ?? `code ${code}`}`));
    });
    child.send(request, () => {});
  });
}
