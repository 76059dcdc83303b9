/** Runs parts of a benchmark in processes of their own, called by messages. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atEnd } from './at-end.js';
import { isRunning } from './child.js';

/** Milliseconds until a process that does not end is killed. */
const patience = 10_000;

/** Disconnects a process, which makes it exit, and waits until it has ended. */
async function endProcess(child) {
  if (!isRunning(child)) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), patience);
  await ended;
  clearTimeout(timer);
}

/**
 * Starts a file of `processes/` as a process.
 *
 * @returns `ask`, which calls a function that the process offers, and `end`
 */
export async function startProcess(file, { env = {}, execArgv = [] } = {}) {
  const path = fileURLToPath(new URL(`../processes/${file}`, import.meta.url));
  const child = fork(path, [], { env: { ...process.env, ...env }, execArgv });
  atEnd(() => endProcess(child));
  const waiting = new Map();
  let asked = 0;
  child.on('message', ({ id, result, error }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(`${file}: ${error}`));
  });
  const failure = () => new Error(`${file} ended with ${child.exitCode ?? child.signalCode}`);
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(failure());
  });
  return {
    ask(name, input) {
      const answer = new Promise((resolve, reject) => {
        if (!isRunning(child)) throw failure();
        const id = asked++;
        waiting.set(id, { resolve, reject });
        child.send({ id, name, input }, (error) => error && reject(error));
      });
      // A row that has failed elsewhere does not wait for the answer.
      answer.catch(() => {});
      return answer;
    },
    end: () => endProcess(child),
  };
}

/** In such a process: offers functions to `ask`. The process exits with its parent. */
export function offer(functions) {
  process.on('message', async ({ id, name, input }) => {
    try {
      process.send({ id, result: await functions[name](input) });
    } catch (error) {
      process.send({ id, error: error instanceof Error ? error.stack : String(error) });
    }
  });
  process.once('disconnect', () => process.exit());
}

/**
 * Times some work: wall-clock seconds, and processor seconds of this process in all its threads, which
 * other load on the machine affects less.
 */
export async function timed(work) {
  const before = process.cpuUsage();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { seconds, work: (user + system) / 1e6 };
}
