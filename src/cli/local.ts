import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundles } from './bundles.ts';
import { dataFolder } from './data-folder.ts';
import { exitCode } from './exit-code.ts';
import { Failure } from './failure.ts';

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
  const data = join(dataFolder(), 'local');
  const { server, apiKey } = await start(data);
  try {
    return await work({ baseUrl: server.base_url, apiKey });
  } finally {
    await server.close();
  }
}

async function start(data: string) {
  const { startServer, newKey } = await bundles.server();
  try {
    const apiKey = await localKey(data, newKey);
    const world = { accounts: [{ id: 'local', keys: [apiKey] }] };
    return { server: await startServer({ data, sample: true, world }), apiKey };
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

/**
 * The key of the local server, made on first use and kept beside its data for the owner alone. The
 * link makes it appear whole and once, also when two processes start at the same time.
 */
async function localKey(data: string, newKey: () => string): Promise<string> {
  await mkdir(data, { recursive: true, mode: 0o700 });
  const path = join(data, 'api-key');
  const draft = `${path}.${randomUUID()}`;
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known) return known;
  await writeFile(draft, newKey(), { mode: 0o600 });
  await link(draft, path).catch(ignoreExisting);
  await rm(draft);
  return readFile(path, 'utf8');
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
