import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const module = new URL('../../../src/testing/index.ts', import.meta.url);

/** Runs a script that has `startTestServer` in a new process; rejects if it does not end. */
async function run(script: string): Promise<string> {
  const setup = `const { startTestServer } = await import('${module}');`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', `${setup}\n${script}`];
  const options = { cwd: project, timeout: 30_000 };
  return (await promisify(execFile)(process.execPath, args, options)).stdout;
}

it('a server that is not closed does not keep its process running', async () => {
  const output = await run(`
    const server = await startTestServer();
    await server.client.monitors.create({ prompt: 'chip exports', every_minutes: 60 });
    await server.addNews([{ title: 'Chip exports resume' }]);
    await server.advance({ hours: 1 });
    // Keeps its connection open.
    await (await fetch(server.baseUrl + '/healthz')).text();
    console.log((await server.client.alerts.list()).alerts.length);`);
  expect(output).toBe('1\n');
});

it('requests and close() end before the process does', async () => {
  const output = await run(`
    const server = await startTestServer({ faults: [{ operation: 'usage', delay: 300 }] });
    const usage = server.client.usage().then(() => 'answered');
    await server.client.news.latest();
    console.log(await usage);
    await server.close();
    console.log('closed');`);
  expect(output).toBe('answered\nclosed\n');
});

it('with ref, it keeps the process running', async () => {
  const output = await run(`
    const server = await startTestServer({ ref: true });
    setTimeout(() => { console.log('still running'); void server.close(); }, 300).unref();`);
  expect(output).toBe('still running\n');
});
