/** Runs parts of a benchmark in processes of their own, called by messages. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Starts a file of `processes/` as a process.
 *
 * @returns `ask`, which calls a function that the process offers, and `end`
 */
export async function startProcess(file, { env = {}, execArgv = [] } = {}) {
  const path = fileURLToPath(new URL(`../processes/${file}`, import.meta.url));
  const child = fork(path, [], { env: { ...process.env, ...env }, execArgv });
  const waiting = new Map();
  let asked = 0;
  child.on('message', ({ id, result, error }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(`${file}: ${error}`));
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended with ${code}`));
  });
  return {
    ask: (name, input) =>
      new Promise((resolve, reject) => {
        const id = asked++;
        waiting.set(id, { resolve, reject });
        child.send({ id, name, input });
      }),
    async end() {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
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
