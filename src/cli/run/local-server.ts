import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createPrivateFile } from '../../node/atomic-file.ts';
import { errorMessage } from '../../node/error-message.ts';
import { readTextFile } from '../../node/read-text-file.ts';
import { bundles } from '../bundles.ts';
import { userFolders } from '../config/user-folders.ts';
import { Failure } from '../errors/failure.ts';
import type { Output } from '../output/output.ts';
import type { Shell } from '../shell.ts';
import { rejectExposedFile } from './reject-exposed-file.ts';

/** Address and key of the bundled server. */
interface LocalServer {
  baseUrl: string;
  apiKey: string;
}

/** The page of `newswatch serve` with its default port: this server ends with the command. */
const pricingUrl = 'http://127.0.0.1:8787/pricing';

/**
 * Runs the bundled server in this process while the work runs. It has sample news, its own API key
 * and stores its data in the user's data folder.
 */
export async function withLocalServer<Result>(
  { output }: Pick<Shell, 'output'>,
  work: (server: LocalServer) => Promise<Result>,
): Promise<Result> {
  const data = join((await userFolders()).data, 'local');
  const { server, apiKey } = await start(data, output);
  try {
    return await work({ baseUrl: server.base_url, apiKey });
  } finally {
    await server.close();
  }
}

async function start(data: string, output: Output) {
  const { startServer, newApiKey } = await bundles.server();
  try {
    const apiKey = await localKey(data, newApiKey, output);
    const fixture = { accounts: [{ id: 'local', keys: [apiKey] }] };
    return { server: await startServer({ data, pricingUrl, sample: true, fixture }), apiKey };
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure('local_server', `the bundled server cannot start: ${errorMessage(cause)}`, {
      hint: `Its data folder is ${data}; set XDG_DATA_HOME to move it`,
      cause,
    });
  }
}

/**
 * The API key of the bundled server, created on first use and stored with its data.
 *
 * @throws {Failure} if other users can access its file
 */
async function localKey(data: string, newKey: () => string, output: Output): Promise<string> {
  const file = join(data, 'api-key');
  const existing = await readTextFile(file).catch(() => undefined);
  if (!existing) await createPrivateFile(file, newKey());
  await rejectExposedFile({ file, name: file, stats: await stat(file) }, output);
  return existing || readTextFile(file);
}
