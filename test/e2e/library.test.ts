import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { cleanEnv } from '../helpers/cli.ts';
import { project } from '../helpers/documents.ts';
import { rawServer } from '../helpers/mock-server.ts';

const program = `
  const { createClient } = await import('newswatch');
  const [proxy] = process.argv.slice(-1);
  const client = createClient({ baseUrl: 'https://service.example', apiKey: 'key-1', proxy, retries: 0 });
  await client.usage().catch((error) => console.log(error.message));
  await client.close();`;

it('the built library speaks SOCKS', async () => {
  // No authentication is needed, but the connection is refused.
  const replies = [Buffer.from([5, 0]), Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])];
  const { baseUrl } = await rawServer((socket) => {
    socket.on('data', () => socket.write(replies.shift() ?? ''));
  });
  const args = ['--input-type=module', '-e', program, '--', baseUrl.replace('http', 'socks5h')];
  const options = { cwd: project, env: cleanEnv() };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  expect(stdout).toMatch(/could not connect \(.*refused.*\) \(PROXY_FAILED\)/i);
});
