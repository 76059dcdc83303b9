import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPrivateFile } from '../../node/atomic-file.ts';
import { bundles } from '../bundles.ts';
import { userFolders } from '../config/user-folders.ts';
import { exitCode } from '../errors/exit-code.ts';
import { Failure } from '../errors/failure.ts';

/** Where the bundled server of this process is, and its key. */
export interface LocalServer {
  baseUrl: string;
  apiKey: string;
}

/**
 * Runs the bundled server inside this process for as long as the work takes: sample news, data
 * kept under the user's data folder, and a key of its own.
 */
export async function withLocalServer<Result>(
  work: (server: LocalServer) => Promise<Result>,
): Promise<Result> {
  const data = join((await userFolders()).data, 'local');
  const { server, apiKey } = await start(data);
  try {
    return await work({ baseUrl: server.base_url, apiKey });
  } finally {
    await server.close();
  }
}

async function start(data: string) {
  const { startServer, newApiKey } = await bundles.server();
  try {
    const apiKey = await localKey(data, newApiKey);
    const fixture = { accounts: [{ id: 'local', keys: [apiKey] }] };
    return { server: await startServer({ data, sample: true, fixture }), apiKey };
  } catch (cause) {
    throw new Failure(
      {
        error: 'local_server',
        kind: 'server',
        message: `the bundled server cannot start: ${cause instanceof Error ? cause.message : cause}`,
        hint: `Its data folder is ${data}; XDG_DATA_HOME moves it`,
        exitCode: exitCode.unexpected,
      },
      { cause },
    );
  }
}

/** The key of the local server, made on first use and kept beside its data. */
async function localKey(data: string, newKey: () => string): Promise<string> {
  const path = join(data, 'api-key');
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known) return known;
  await createPrivateFile(path, newKey());
  return readFile(path, 'utf8');
}
