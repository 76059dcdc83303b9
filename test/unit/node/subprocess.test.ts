import { describe, expect, it } from 'vitest';
import { runSubprocess, type SubprocessOptions } from '../../../src/node/subprocess.ts';
import { isPosix } from '../../helpers/capabilities.ts';
import { eventually } from '../../helpers/eventually.ts';

function sh(line: string, options: Partial<SubprocessOptions> = {}): Promise<Buffer> {
  const { signal } = new AbortController();
  const env = { PATH: process.env['PATH'] };
  return runSubprocess({
    command: ['sh', '-c', line],
    env,
    input: '',
    signal,
    maxOutput: 100,
    ...options,
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe.runIf(isPosix)('runSubprocess (with a POSIX shell)', () => {
  it('passes input and environment and returns stdout', async () => {
    const env = { PATH: process.env['PATH'], GREETING: 'hello' };
    const line = 'printf "$GREETING "; cat; test -z "$HOME"';
    expect(String(await sh(line, { env, input: 'world' }))).toBe('hello world');
  });

  it('passes on variables whose names are not identifiers', async () => {
    const env = {
      PATH: process.env['PATH'],
      'A.B': '1',
      '2-x': ' y',
      'BASH_FUNC_f%%': '() { :; }',
    };
    const command = [process.execPath, '-p', 'JSON.stringify(process.env)'] as const;
    expect(JSON.parse(String(await sh('', { command, env, maxOutput: 10_000 })))).toMatchObject(
      env,
    );
  });

  it('accepts a program that does not read its input', async () => {
    await sh('exit 0', { input: 'x'.repeat(1_000_000) });
  });

  it.each([
    ['exit 3', 'exited with code 3'],
    ['kill -9 $$', 'was killed by SIGKILL'],
    ['printf "%0101d" 1', 'printed more than 100 bytes'],
  ])('fails on %j', async (line, message) => {
    await expect(sh(line)).rejects.toMatchObject({ name: 'SubprocessError', message, stderr: '' });
  });

  it('accepts as much output as allowed', async () => {
    expect(await sh('printf "%0100d" 1')).toHaveLength(100);
  });

  it('keeps the end of stderr', async () => {
    const line = 'printf "start%02000d" 1 >&2; echo disk full >&2; exit 1';
    const error = await sh(line).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ stderr: expect.stringMatching(/^0+1disk full$/) });
  });

  it('fails if the program does not exist', async () => {
    const message = 'cannot be started: no such file or directory (ENOENT)';
    await expect(sh('', { command: ['/nowhere/program'] })).rejects.toMatchObject({ message });
  });

  it('kills a program that exceeds its timeout', async () => {
    await expect(sh('sleep 1000', { timeout: 100 })).rejects.toThrow('did not exit within 0.1 s');
  });

  it('does not start a program once the signal is aborted', async () => {
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(sh('exit 0', { signal })).rejects.toThrow('too late');
  });

  it('kills the program when the signal is aborted', async () => {
    const controller = new AbortController();
    const run = sh('sleep 1000', { signal: controller.signal });
    controller.abort(new Error('canceled'));
    await expect(run).rejects.toThrow('canceled');
  });

  it('returns although a process left behind keeps its streams open', async () => {
    const pid = Number(String(await sh('sleep 5 & echo $!')));
    expect(isRunning(pid)).toBe(true);
    process.kill(pid);
  });

  it('kills what the program left behind if asked to', async () => {
    const pid = Number(String(await sh('sleep 1000 & echo $!', { killGroupAtExit: true })));
    await eventually(() => !isRunning(pid));
  });
});

describe('runSubprocess (on every system)', () => {
  const node = (script: string, options: Partial<SubprocessOptions> = {}) =>
    sh('', { command: [process.execPath, '-e', script], env: process.env, ...options });

  it('passes input and returns stdout', async () => {
    expect(String(await node('process.stdin.pipe(process.stdout)', { input: 'text' }))).toBe(
      'text',
    );
  });

  it('fails with the exit code and stderr', async () => {
    const failing = node('console.error("disk full"); process.exitCode = 3');
    await expect(failing).rejects.toMatchObject({
      message: 'exited with code 3',
      stderr: 'disk full',
    });
  });

  it('kills a program that exceeds its timeout', async () => {
    const hanging = node('setInterval(() => {}, 1000)', { timeout: 100 });
    await expect(hanging).rejects.toThrow('did not exit within 0.1 s');
  });
});
