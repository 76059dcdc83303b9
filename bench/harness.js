/** What the benchmarks share: alternated rounds, processes of their own, and the report. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

/** On the disk of the package: a temporary folder may be memory, which takes an fsync for nothing. */
export function temporaryFolder() {
  const folder = mkdtempSync(fileURLToPath(new URL('../node_modules/.bench-', import.meta.url)));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Measures each contender once in every round, one after the other, so that whatever else the
 * machine does meets them alike.
 *
 * @param contenders functions by name, each resolving with one figure
 */
export async function alternate(contenders, rounds) {
  const figures = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(contenders)) figures[name].push(await measure());
  }
  return figures;
}

/** The same figures, each turned into another. */
export function of(figures, turn) {
  return Object.fromEntries(
    Object.entries(figures).map(([name, values]) => [name, values.map(turn)]),
  );
}

/** Median, smallest and largest. */
export function spread(values, digits = 0) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle) - 1]) / 2;
  const [min, max] = [sorted[0], sorted.at(-1)];
  const rounded = (value) => Number(value.toFixed(digits));
  return { median: rounded(median), min: rounded(min), max: rounded(max) };
}

/** The spread of the ratios within each round. */
export function ratios(figures, name, to) {
  return spread(
    figures[name].map((value, round) => value / figures[to][round]),
    3,
  );
}

/** Of sorted or unsorted values, the smallest that so large a share does not exceed. */
export function percentile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1];
}

/** Prints a row of figures as one line of JSON, with what they were measured on. */
export function report(row, fields) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    newswatch: version,
  };
  process.stdout.write(`${JSON.stringify({ row, ...fields, machine })}\n`);
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

/** Whole numbers from the command line, or these. */
export function numbersOr(...defaults) {
  return defaults.map((value, index) => Number(process.argv[2 + index] ?? value));
}

/**
 * Starts a file of this folder as a process of its own.
 *
 * @returns what asks it, by the names that it offers, and what ends it
 */
export async function startProcess(file, { env = {}, execArgv = [] } = {}) {
  const path = fileURLToPath(new URL(file, import.meta.url));
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
