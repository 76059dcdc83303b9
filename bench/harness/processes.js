/** Processes of their own for parts of a benchmark: what asks them, and what answers in them. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Starts a file of `processes/` as a process of its own.
 *
 * @returns what asks it, by the names that it offers, and what ends it
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

/** In such a process: answers what it is asked. It ends with its parent. */
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
 * Times some work: seconds, and seconds of this process's own work in all its threads, which other
 * load on the machine changes less.
 */
export async function timed(work) {
  const before = process.cpuUsage();
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { seconds, work: (user + system) / 1e6 };
}
