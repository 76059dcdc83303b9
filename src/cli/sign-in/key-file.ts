import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writePrivateFileAtomically } from '../../node/atomic-file.ts';
import { readTextFile } from '../../node/read-text-file.ts';
import { describeSystemError, isFileMissing } from '../../node/system-error.ts';
import { lockSettings, notSaved } from '../config/change-config.ts';
import { userFolders } from '../config/user-folders.ts';
import { Failure } from '../errors/failure.ts';
import { rejectExposedFile } from '../run/reject-exposed-file.ts';
import type { Shell } from '../shell.ts';
import type { KeyStore } from './key-store.ts';

type Keys = Readonly<Record<string, string>>;

/**
 * The keys by account; empty if there is no file.
 *
 * @throws {Failure} if the file cannot be read or is invalid
 */
export async function readKeyFile(): Promise<Keys> {
  const path = await keyFilePath();
  let text: string;
  try {
    text = await readTextFile(path);
  } catch (error) {
    if (isFileMissing(error)) return {};
    throw unreadable(path, `cannot be read: ${describeSystemError(error)}`);
  }
  try {
    return z.parse(z.record(z.string(), z.string()), JSON.parse(text));
  } catch {
    // The error of the parser would repeat a part of the text.
    throw unreadable(path, 'is invalid');
  }
}

/** A file in the settings folder, readable only by its owner. */
export async function openKeyFile({ output }: Pick<Shell, 'output'>): Promise<KeyStore> {
  const path = await keyFilePath();
  const name = 'the file of saved API keys';
  const write = async (keys: Keys) => {
    try {
      if (Object.keys(keys).length === 0) await rm(path, { force: true });
      else await writePrivateFileAtomically(path, `${JSON.stringify(keys, null, 2)}\n`);
    } catch (cause) {
      throw notSaved(path, name, cause);
    }
  };
  const change = async (make: (keys: Keys) => Keys) => {
    const release = await lockSettings(path, name);
    try {
      const keys = await readKeyFile();
      const changed = make(keys);
      if (changed !== keys) await write(changed);
      return changed !== keys;
    } finally {
      release();
    }
  };
  return {
    name: path,
    async get(account) {
      const keys = await readKeyFile();
      const stats = await stat(path).catch(() => undefined);
      if (stats) await rejectExposedFile({ file: path, name: `${name} ${path}`, stats }, output);
      return Object.hasOwn(keys, account) ? keys[account] : undefined;
    },
    async set(account, key) {
      await change((keys) => ({ ...keys, [account]: key }));
    },
    async delete(account) {
      return change((keys) => {
        const { [account]: deleted, ...others } = keys;
        return deleted === undefined ? keys : others;
      });
    },
  };
}

async function keyFilePath(): Promise<string> {
  return join((await userFolders()).config, 'api-keys.json');
}

function unreadable(path: string, problem: string): Failure {
  return new Failure('no_api_key', `the file of saved API keys ${path} ${problem}`, {
    hint: 'Delete the file and run newswatch auth login, or set SERVICE_API_KEY',
  });
}
