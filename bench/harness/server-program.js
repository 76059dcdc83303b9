/** Starts the real `newswatch serve` as a process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endChild, endWithRow } from './child.js';
import { onOneCore } from './one-core.js';
import { peakResidentMemory, residentMemory } from './process-status.js';
import { binary } from './programs.js';
import { temporaryFolder } from './temporary-folder.js';

export const apiKey = 'nw_key_for_bench';
const bareFixture = { accounts: [{ id: 'bench', keys: [apiKey] }] };

/**
 * Starts the server, logs to a file, and waits until it is ready.
 *
 * @param args further arguments (default: a store in a new folder)
 */
export async function startServerProgram(
  args = [],
  { pinned = false, fixture = bareFixture, env = {} } = {},
) {
  const folder = temporaryFolder();
  const file = join(folder, 'fixture.json');
  writeFileSync(file, JSON.stringify(fixture), { mode: 0o600 });
  const kept = args.includes('--data') || args.includes('--database');
  const data = kept ? [] : ['--data', join(folder, 'data')];
  return startProgram([...args, ...data, '--fixture', file], join(folder, 'log'), { pinned, env });
}

/**
 * Starts a server on a data folder: milliseconds from start to its ready line, of time and of processor
 * time.
 */
export async function timeToReady(data) {
  const log = join(temporaryFolder(), 'log');
  const started = performance.now();
  const server = await startProgram(['--data', data], log);
  const time = performance.now() - started;
  const work = server.work() / 1000;
  await server.stop();
  return { time, work };
}

async function startProgram(args, log, { pinned = false, env = {} } = {}) {
  const unlimited = ['--rate-limit', 'key=off', 'address=off'];
  const whole = [process.execPath, binary, 'serve', '--port', '0', ...unlimited, ...args];
  const [command, ...rest] = pinned ? onOneCore(whole) : whole;
  const stderr = openSync(log, 'w');
  const child = spawn(command, rest, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', stderr],
  });
  closeSync(stderr);
  endWithRow(child);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`serve ended with ${code}: ${readFileSync(log, 'utf8')}`);
  });
  const [line] = await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => {});
  const status = `/proc/${child.pid}/status`;
  return {
    baseUrl: JSON.parse(line).base_url,
    /** Processor time so far in microseconds, with a resolution of 10 ms. */
    work: () => {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ');
      return (Number(fields[13]) + Number(fields[14])) * 10_000;
    },
    /** Resident memory in megabytes: current and peak. */
    megabytes: () => residentMemory(status),
    peakMegabytes: () => peakResidentMemory(status),
    stop: () => endChild(child),
  };
}
