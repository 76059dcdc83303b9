import { join } from 'node:path';
import { createPrivateFile } from '../../node/atomic-file.ts';
import { errorMessage } from '../../node/error-message.ts';
import { readTextFile } from '../../node/read-text-file.ts';
import { bundles } from '../bundles.ts';
import { userFolders } from '../config/user-folders.ts';
import { Failure } from '../errors/failure.ts';

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
    return { server: await startServer({ data, pricingUrl, sample: true, fixture }), apiKey };
  } catch (cause) {
    throw new Failure('local_server', `the bundled server cannot start: ${errorMessage(cause)}`, {
      hint: `Its data folder is ${data}; set XDG_DATA_HOME to move it`,
      cause,
    });
  }
}

/** The API key of the bundled server, created on first use and stored with its data. */
async function localKey(data: string, newKey: () => string): Promise<string> {
  const path = join(data, 'api-key');
  const existing = await readTextFile(path).catch(() => undefined);
  if (existing) return existing;
  await createPrivateFile(path, newKey());
  return readTextFile(path);
}
