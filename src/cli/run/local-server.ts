import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningServer } from 'newswatch/server';
import { createPrivateFile } from '../../node/atomic-file.ts';
import { errorMessage } from '../../node/error-message.ts';
import { readTextFile } from '../../node/read-text-file.ts';
import { bundles } from '../bundles.ts';
import { userFolders } from '../config/user-folders.ts';
import { Failure, failureOf } from '../errors/failure.ts';
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

/** Maximum number of data folders, of versions of newswatch whose tables differ. */
const maxFolders = 20;

/**
 * Runs the bundled server in this process while the work runs. It has sample news, its own API key
 * and stores its data in the user's data folder. Data that another version of newswatch has written
 * with other tables is kept, and another folder is used.
 */
export async function withLocalServer<Result>(
  { output }: Pick<Shell, 'output'>,
  work: (server: LocalServer) => Promise<Result>,
): Promise<Result> {
  const data = join((await userFolders()).data, 'local');
  const { server, apiKey } = await start(data, output);
  try {
    return await work({ baseUrl: server.baseUrl, apiKey });
  } finally {
    await server.close();
  }
}

async function start(
  folder: string,
  output: Output,
  count = 1,
): Promise<{ server: RunningServer; apiKey: string }> {
  const { assertServerParts, MissingPartsError, startServer, newApiKey, StoreUnavailable } =
    await bundles.server();
  const data = count === 1 ? folder : `${folder}-${count}`;
  try {
    // Before the key is stored.
    assertServerParts();
    const apiKey = await localKey(data, newApiKey, output);
    const fixture = { accounts: [{ id: 'local', keys: [apiKey] }] };
    return { server: await startServer({ data, pricingUrl, sample: true, fixture }), apiKey };
  } catch (cause) {
    if (cause instanceof Failure || cause instanceof MissingPartsError) throw failureOf(cause);
    if (cause instanceof StoreUnavailable && cause.hasOtherTables && count < maxFolders) {
      const next = `${folder}-${count + 1}`;
      if (!(await exists(next))) {
        output.note(
          `${data} has the data of a version of newswatch with other tables; it is kept, and this version uses ${next}`,
        );
      }
      return start(folder, output, count + 1);
    }
    throw new Failure('local_server', `the bundled server cannot start: ${errorMessage(cause)}`, {
      hint: `Its data folder is ${data}; set XDG_DATA_HOME to move it`,
      cause,
    });
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
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
