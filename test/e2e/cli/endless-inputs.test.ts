import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { binary, cleanEnv, failureIn } from '../../helpers/cli.ts';
import { pollUntil } from '../../helpers/eventually.ts';

const env = {
  SERVICE_BASE_URL: 'http://127.0.0.1:9',
  SERVICE_API_KEY: 'nw_endless_inputs',
  SERVICE_WEBHOOK_SECRET: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
};

function newFifo(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'newswatch-fifo-')), 'fifo');
  execFileSync('mkfifo', ['-m', '600', path]);
  return path;
}

/** A FIFO with a writer that writes nothing. */
function silentFifo(): string {
  const path = newFifo();
  const fd = openSync(path, constants.O_RDWR);
  onTestFinished(() => closeSync(fd));
  return path;
}

function start(args: readonly string[], extra: Record<string, string | undefined> = {}) {
  // Standard input stays open.
  const child = spawn(process.execPath, [binary, ...args], { env: cleanEnv({ ...env, ...extra }) });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  const stderr = text(child.stderr);
  return { child, ended, stderr };
}

/** Resolves some time after the process has installed its handlers, so that it reads its input. */
async function handlesSignals({ pid }: ChildProcess): Promise<void> {
  const caught = () => /^SigCgt:\s*(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  await pollUntil(() => (BigInt(`0x${caught() ?? '0'}`) & 2n) !== 0n, 30_000);
  await setTimeout(500);
}

const url = 'http://127.0.0.1:9/hook';

/** Commands that read an input that never ends, and the name of that input in messages. */
const inputs: readonly (readonly [string, () => string[]])[] = [
  ['a value from stdin', () => ['news', 'search', '-']],
  ['--api-key-file -', () => ['--api-key-file', '-', 'news', 'latest']],
  ['a FIFO without a writer', () => ['--api-key-file', newFifo(), 'news', 'latest']],
  ['a silent FIFO', () => ['--api-key-file', silentFifo(), 'news', 'latest']],
  ['api --input', () => ['api', 'POST', '/api/v1/news/search', '--input', newFifo()]],
  ['--batch from stdin', () => ['news', 'search', '--batch', '-']],
  ['--batch from a FIFO', () => ['news', 'search', '--batch', newFifo()]],
  ['webhook verify', () => ['webhook', 'verify']],
  ['webhook verify --request', () => ['webhook', 'verify', '--request', newFifo()]],
  ['webhook send --body', () => ['webhook', 'send', url, '--body', newFifo()]],
  ['webhook send --secret-file', () => ['webhook', 'send', url, '--secret-file', newFifo()]],
  ['webhook listen --secret-file', () => ['webhook', 'listen', '--secret-file', newFifo()]],
  ['mcp call --json', () => ['mcp', 'call', 'news.latest', '--json', '-']],
  ['doctor with a key in a FIFO', () => ['--api-key-file', newFifo(), 'doctor']],
  ['auth status with a key in a FIFO', () => ['--api-key-file', newFifo(), 'auth', 'status']],
];

describe('an input that never ends', () => {
  it.each(inputs.filter(([name]) => !name.startsWith('doctor')))(
    '%s: ends after --timeout with exit code 7',
    async (_name, args) => {
      const { ended, stderr } = start(['--timeout', '0.3', ...args()]);
      expect(await ended).toEqual([7, null]);
      expect(failureIn(await stderr)).toMatchObject({ error: 'timeout', exit_code: 7 });
    },
  );

  it.each(inputs)('%s: ends with 130 on SIGINT', async (_name, args) => {
    const { child, ended } = start(args());
    await handlesSignals(child);
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
  });

  it.each([
    ['serve --fixture', () => ['serve', '--data', ':memory:', '--fixture', newFifo()]],
    ['serve --news', () => ['serve', '--data', ':memory:', '--port', '0', '--news', newFifo()]],
    ['mcp serve', () => ['mcp', 'serve']],
  ])('%s: ends with 143 on SIGTERM', async (_name, args) => {
    const { child, ended } = start(args());
    await handlesSignals(child);
    child.kill('SIGTERM');
    expect(await ended).toEqual([143, null]);
  });

  it.each([
    [['--api-key-file', '/dev/zero', 'news', 'latest'], 4, 'larger than'],
    [['news', 'search', '--batch', '/dev/zero'], 2, 'larger than'],
    [['webhook', 'send', url, '--secret-file', '/dev/zero'], 2, 'larger than'],
  ])('%j: the size of an input is limited', async (args, code, message) => {
    const { ended, stderr } = start(args);
    expect(await ended).toEqual([code, null]);
    expect(failureIn(await stderr)).toMatchObject({ message: expect.stringContaining(message) });
  });

  it('a FIFO whose writer comes late is read to its end', async () => {
    const path = newFifo();
    const { ended, stderr } = start(['api', 'POST', '/api/v1/news/search', '--input', path]);
    await setTimeout(300);
    execFileSync('sh', ['-c', `(printf '{"query":'; sleep 0.2; printf '"x"') > ${path}`]);
    expect(await ended).toEqual([2, null]);
    expect(failureIn(await stderr)).toMatchObject({
      message: `--input ${path} is not one valid JSON value`,
    });
  });
});

it('a signal ends a command whose reader has stopped reading', async () => {
  const line = `"$0" "$1" schema --openapi | { read -r _; kill -TERM "$(pgrep -P $$ -x node)"; sleep 1; }`;
  const shell = spawn(
    'bash',
    ['-c', `${line}; exit "\${PIPESTATUS[0]}"`, process.execPath, binary],
    {
      env: cleanEnv(),
    },
  );
  expect(await once(shell, 'close')).toEqual([143, null]);
});
