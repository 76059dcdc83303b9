import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { binary, cleanEnv } from '../../helpers/cli.ts';
import { mockServer } from '../../helpers/mock-server.ts';
import { envFor, testServer, unpaidKey } from '../../helpers/server.ts';

/** Runs a line of bash with `newswatch` as the built binary. */
async function bash(line: string, env: NodeJS.ProcessEnv) {
  const script = `newswatch() { "${process.execPath}" "${binary}" "$@"; }; ${line}`;
  const options = { env: cleanEnv(env), maxBuffer: 1 << 28 };
  return promisify(execFile)('bash', ['-c', script], options);
}

async function largeServer() {
  const body = {
    rows: Array.from({ length: 30_000 }, (_, row) => ({ row, text: 'x'.repeat(120) })),
  };
  return mockServer(http.get('*', () => HttpResponse.json(body)));
}

it('a large response is not truncated in a pipe', async () => {
  const { stdout } = await bash('newswatch usage | cat', envFor(await largeServer()));
  expect((JSON.parse(stdout) as { rows: unknown[] }).rows).toHaveLength(30_000);
});

it.each(['', '--compact', '--format=jsonl'])(
  '15 MB, almost the limit of a response, pass through a pipe %s',
  async (flag) => {
    const item = JSON.stringify({ text: 'x'.repeat(480), exact: 'NUMBER' });
    const line = item.replace('"NUMBER"', '12345678901234567890');
    const body = `{"items":[${Array(28_000).fill(line).join(',')}]}`;
    const server = await mockServer(
      http.get(
        '*',
        () => new HttpResponse(body, { headers: { 'content-type': 'application/json' } }),
      ),
    );
    const command = `newswatch news latest ${flag} | cat | grep -c 12345678901234567890`;
    const { stdout } = await bash(`set -o pipefail; ${command}`, envFor(server));
    expect(Number(stdout)).toBe(flag === '--compact' ? 1 : 28_000);
  },
);

it('a reader that closes the pipe ends it silently with exit code 0', async () => {
  const line = 'newswatch usage | head -1; echo "$PIPESTATUS"';
  const { stdout, stderr } = await bash(line, envFor(await largeServer()));
  expect({ stdout, stderr: stderr.replace(/^newswatch: warning.*\n/, '') }).toEqual({
    stdout: '{\n0\n',
    stderr: '',
  });
});

it('a full disk is one error on stderr without a stack trace', async () => {
  const line = 'newswatch usage > /dev/full; echo "$?"';
  const { stdout, stderr } = await bash(line, envFor(await largeServer()));
  expect(stdout).toBe('1\n');
  const failure = stderr.trimEnd().split('\n').at(-1) ?? '';
  expect(JSON.parse(failure)).toMatchObject({ error: 'output_lost', exit_code: 1 });
  expect(stderr).not.toMatch(/\n\s+at /);
});

it.each(['--version', 'news --version'])('a full disk is an error of %s too', async (args) => {
  const { stdout, stderr } = await bash(`newswatch ${args} > /dev/full; echo "$?"`, {});
  expect(stdout).toBe('1\n');
  expect(JSON.parse(stderr)).toMatchObject({ error: 'output_lost', exit_code: 1 });
});

it('a closed stderr does not affect the response', async () => {
  const { stdout } = await bash('newswatch usage 2>&- | head -c 1', envFor(await largeServer()));
  expect(stdout).toBe('{');
});

it('the log of a pipeline names the error whose response another program has read', async () => {
  const server = await testServer();
  const line = "set -euo pipefail; newswatch news latest | jq -r '.items[].title'";
  const failed = bash(line, envFor(server, unpaidKey));
  await expect(failed).rejects.toMatchObject({
    stdout: '',
    stderr: expect.stringMatching(
      new RegExp(
        `^newswatch: plan_required: .*; show ${server.baseUrl}/pricing to a human.*; request id: \\S+$`,
        'm',
      ),
    ),
  });
});
