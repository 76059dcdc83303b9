import { readdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project } from '../helpers/documents.ts';

it('the built files name no folder of the machine that built them', () => {
  const folder = join(project, 'dist');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  expect(files).toContain(join(folder, 'cli.cjs'));
  const folders = [project.replace(/\/$/, ''), `${homedir()}/`, `${tmpdir()}/newswatch`];
  const naming = files.filter((file) => {
    const content = readFileSync(file);
    return folders.some((path) => content.includes(path));
  });
  expect(naming).toEqual([]);
});

/** The built files that a built file imports, directly or not, with itself. */
function importedFiles(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const code = readFileSync(join(project, 'dist', file), 'utf8');
  for (const [, path = ''] of code.matchAll(/(?:from|import)\s*\(?"\.\/([^"]+)"/g)) {
    importedFiles(path, seen);
  }
  return seen;
}

it.each(['index.js', 'webhooks.js'])('%s uses nothing of Node', (entry) => {
  const files = [...importedFiles(entry)];
  const code = files.map((file) => readFileSync(join(project, 'dist', file), 'utf8')).join('\n');
  expect(code.match(/["']node:\w+|\brequire\(|\bBuffer\.|\bprocess\./g)).toBeNull();
});

/** What a program catches: the error of a call. */
async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return error;
  }
}

it('an error of one entry point is an instance of the class that another one exports', async () => {
  const load = (name: string) => import(join(project, 'dist', `${name}.js`));
  const [client, testing, webhooks, receiver, server] = await Promise.all(
    ['index', 'testing', 'webhooks', 'receiver', 'server'].map(load),
  );
  const options = { secrets: ['secret\n'], data: ':memory:', handler: { handle: () => {} } };
  const badSecret = await errorOf(() => receiver.startReceiver(options));
  expect(badSecret).toBeInstanceOf(webhooks.WebhookError);
  const badRetries = await errorOf(() => testing.startTestServer({ client: { retries: -1 } }));
  expect(badRetries).toBeInstanceOf(client.SettingError);
  expect(badRetries).toBeInstanceOf(client.NewswatchError);
  const badFault = await errorOf(() => testing.startTestServer({ latency: -1 }));
  expect(badFault).toBeInstanceOf(server.FaultError);
  expect(receiver.StoreUnavailable).toBe(server.StoreUnavailable);
  expect(receiver.MissingPartsError).toBe(server.MissingPartsError);
});

it('only CommonJS files use require', () => {
  const files = readdirSync(join(project, 'dist')).filter((file) => file.endsWith('.js'));
  const banners = files.filter((file) =>
    /requireFrom|__require\("/.test(readFileSync(join(project, 'dist', file), 'utf8')),
  );
  expect(banners).toEqual([]);
});
