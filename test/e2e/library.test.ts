import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { cleanEnv } from '../helpers/cli.ts';
import { project } from '../helpers/documents.ts';
import { rawServer } from '../helpers/mock-server.ts';

const program = `
  const { Conformance } = await import('newswatch/conformance');
  const [proxy] = process.argv.slice(-1);
  const checks = new Conformance([{ origin: 'https://service.example', keys: { paid: 'key-1' }, proxy }]);
  for await (const each of checks.results()) {
    if (each.result === 'skipped') continue;
    console.log(JSON.stringify(each));
    process.exit();
  }`;

it('the built conformance checks speak SOCKS', async () => {
  // No authentication is needed, but the connection is refused.
  const replies = [Buffer.from([5, 0]), Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])];
  const { baseUrl } = await rawServer((socket) => {
    socket.on('data', () => socket.write(replies.shift() ?? ''));
  });
  const args = ['--input-type=module', '-e', program, '--', baseUrl.replace('http', 'socks5h')];
  const options = { cwd: project, env: cleanEnv() };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  expect(stdout).toMatch(/could not connect \(.*refused.*\)/i);
});
