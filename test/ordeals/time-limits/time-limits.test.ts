import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pMap from 'p-map';
import { afterAll, describe, expect, it } from 'vitest';
import { binary, cleanEnv } from '../../helpers/cli.ts';
import { project } from '../../helpers/documents.ts';
import { pollUntil } from '../../helpers/eventually.ts';
import { commands, type TimedCommand } from './commands.ts';
import { samplePairs } from './sample.ts';
import {
  cleanups,
  defaultOrigin,
  type Situation,
  type Stage,
  silentInput,
  stages,
} from './stages.ts';

/** Milliseconds of `--timeout`. */
const timeout = 2000;
/** Milliseconds after the timeout. */
const maxOverrun = 250;
/** Milliseconds from a signal to the end. */
const maxSignalTime = 500;
/** Milliseconds for a machine with two cores, on which other tests run too. */
const slack = Number(process.env['NEWSWATCH_TIME_SLACK'] ?? 750);
/** Milliseconds without processor time after which a command counts as waiting. */
const settleTime = 300;
/** Commands at the same time; they mostly wait. */
const concurrency = 6;
/** How often a command is measured until it ends in time, on a machine that does other work. */
const maxAttempts = 3;
const isComplete = process.env['NEWSWATCH_RENEW_DOCS'] === '1';

/** The longest times in milliseconds. */
interface Row {
  stage: string;
  overrun: number;
  SIGINT: number;
  SIGTERM: number;
}

const rows: Row[] = [];

function start(command: TimedCommand, situation: Situation, seconds: number) {
  const { origin = defaultOrigin, wrapper = [], env, flags = [], input } = situation;
  const { script = binary, stdin } = command;
  const limits = ['--timeout', String(seconds), '--retries', '9'];
  const options = script === binary ? [...limits, ...flags] : [];
  const words = [...wrapper, process.execPath, script, ...options];
  const [program = '', ...args] = [...words, ...command.args(origin, input)];
  const child = spawn(program, args, {
    env: cleanEnv({
      SERVICE_BASE_URL: origin,
      SERVICE_API_KEY: 'nw_time_limits',
      SERVICE_TIMEOUT: String(seconds),
      ...env,
    }),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.on('error', () => {});
  if (stdin !== undefined) child.stdin.write(stdin);
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  return { child, ended };
}

/** How it ended after a time in milliseconds; it is killed if that is not soon. */
async function endOf({ child, ended }: ReturnType<typeof start>, begun: number) {
  const timer = globalThis.setTimeout(() => child.kill('SIGKILL'), 20_000);
  const [code, signal] = await ended;
  clearTimeout(timer);
  return { end: code ?? signal, time: performance.now() - begun };
}

async function overrunOf(command: TimedCommand, situation: Situation) {
  const begun = performance.now();
  const run = start(command, situation, timeout / 1000);
  const { end, time } = await endOf(run, begun);
  return { end, time: time - timeout };
}

async function signalTimeOf(
  command: TimedCommand,
  situation: Situation,
  signal: 'SIGINT' | 'SIGTERM',
) {
  const run = start(command, situation, 60);
  await isWaiting(run.child.pid);
  run.child.kill(signal);
  return endOf(run, performance.now());
}

/** Resolves when the process sleeps and uses no processor time any more. */
async function isWaiting(pid = 0): Promise<void> {
  const file = `/proc/${pid}/stat`;
  let used = '';
  await pollUntil(async () => {
    const before = used;
    await setTimeout(settleTime);
    const fields = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : [];
    used = fields.slice(13, 15).join();
    return used === before && fields[2] !== 'R';
  }, 30_000);
}

/** What is measured: the end after the timeout or after a signal. */
const measurements = ['overrun', 'SIGINT', 'SIGTERM'] as const;
type Measurement = (typeof measurements)[number];

function timeOf(command: TimedCommand, situation: Situation, measurement: Measurement) {
  return measurement === 'overrun'
    ? overrunOf(command, situation)
    : signalTimeOf(command, situation, measurement);
}

const pairs = stages.flatMap((stage) =>
  commands
    .filter(({ meets }) => stage.kinds.some((kind) => meets.includes(kind)))
    .map((command) => [stage, command] as const),
);
const chosen = isComplete ? pairs : samplePairs(pairs);

describe.runIf(process.platform === 'linux')('a command ends in time', () => {
  afterAll(() => {
    for (const cleanup of cleanups.reverse()) cleanup();
    renewTable();
  });

  it('is measured at four stages or more, with four commands or more at each', () => {
    for (const side of [0, 1] as const) {
      for (const value of new Set(pairs.map((pair) => pair[side]))) {
        const count = (list: typeof pairs) => list.filter((pair) => pair[side] === value).length;
        expect(count(chosen), value.name).toBeGreaterThanOrEqual(Math.min(4, count(pairs)));
      }
    }
  });

  it.each(stages)('while it waits for: $name', { timeout: 300_000 }, async (stage) => {
    const situation = await stage.prepare();
    const row: Row = { stage: stage.name, overrun: 0, SIGINT: 0, SIGTERM: 0 };
    rows.push(row);
    const problems: string[] = [];
    const measure = async (command: TimedCommand, measurement: Measurement) => {
      const max = measurement === 'overrun' ? maxOverrun : maxSignalTime;
      const code = { overrun: stage.code ?? 7, SIGINT: 130, SIGTERM: 143 }[measurement];
      const ends: string[] = [];
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
        const { end, time } = await timeOf(command, situation, measurement);
        if (end === code && time <= max + slack) {
          row[measurement] = Math.max(row[measurement], time);
          return;
        }
        ends.push(`with ${end} after ${Math.round(time)} ms`);
      }
      problems.push(`${command.name}, ${measurement}: ended ${ends.join(', ')}`);
    };
    const tasks = chosen
      .filter((pair) => pair[0] === stage)
      .flatMap(([, command]) =>
        measurementsOf(stage, command).map((each) => () => measure(command, each)),
      );
    await pMap(tasks, (task) => task(), { concurrency });
    expect(problems).toEqual([]);
  });

  it('has a server that ignores --timeout while it reads its inputs', async () => {
    const serving = commands.filter(({ name }) => name.startsWith('serve'));
    const situation = await silentInput();
    await pMap(serving, async (command) => {
      const run = start(command, situation, timeout / 1000);
      await setTimeout(3 * timeout);
      expect(run.child.exitCode, command.name).toBeNull();
      run.child.kill('SIGTERM');
      expect((await endOf(run, performance.now())).end).toBe(143);
    });
  });
});

function measurementsOf({ isEnd }: Stage, { isLimited = true }: TimedCommand): Measurement[] {
  return measurements.filter((each) => (each === 'overrun' ? isLimited : !isEnd || !isLimited));
}

/** Prints the table; with `NEWSWATCH_RENEW_DOCS`, writes it into `docs/time-limits.md`. */
function renewTable(): void {
  const lines = rows.map(({ stage, overrun, SIGINT, SIGTERM }) =>
    [stage, ...[overrun, SIGINT, SIGTERM].map((time) => time.toFixed(0))].join(' | '),
  );
  const head = [
    'Stage | after --timeout | after SIGINT | after SIGTERM',
    '--- | ---: | ---: | ---:',
  ];
  const table = [...head, ...lines].map((line) => `| ${line} |`).join('\n');
  process.stdout.write(`${table}\n`);
  if (!isComplete) return;
  const file = join(project, 'docs', 'time-limits.md');
  const [start = '', rest = ''] = readFileSync(file, 'utf8').split('<!-- table -->\n');
  const [, end = ''] = rest.split('<!-- end -->');
  writeFileSync(file, `${start}<!-- table -->\n${table}\n<!-- end -->${end}`);
}
