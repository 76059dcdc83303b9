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
import { cleanups, defaultOrigin, type Situation, type Stage, stages } from './stages.ts';

/** Milliseconds of `--timeout`. */
const timeout = 1000;
/** Milliseconds after the timeout. */
const maxOverrun = 250;
/** Milliseconds from a signal to the end. */
const maxSignalTime = 500;
/** Milliseconds for a machine with two cores, on which other tests run too. */
const slack = Number(process.env['NEWSWATCH_TIME_SLACK'] ?? 750);
/** Milliseconds without processor time after which a command counts as waiting. */
const settleTime = 400;
const concurrency = 2;

/** The longest times in milliseconds. */
interface Row {
  stage: string;
  overrun: number;
  SIGINT: number;
  SIGTERM: number;
}

const rows: Row[] = [];

function start(command: TimedCommand, situation: Situation, ...flags: readonly string[]) {
  const { origin = defaultOrigin, wrapper = [], env } = situation;
  const words = [...wrapper, process.execPath, binary, ...flags, ...(situation.flags ?? [])];
  const [program = '', ...args] = [...words, ...command.args(origin)];
  const child = spawn(program, args, {
    env: cleanEnv({ SERVICE_BASE_URL: origin, SERVICE_API_KEY: 'nw_time_limits', ...env }),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.on('error', () => {});
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
  const run = start(command, situation, '--timeout', String(timeout / 1000), '--retries', '9');
  const { end, time } = await endOf(run, begun);
  return { end, time: time - timeout };
}

async function signalTimeOf(
  command: TimedCommand,
  situation: Situation,
  signal: 'SIGINT' | 'SIGTERM',
) {
  const run = start(command, situation, '--timeout', '60', '--retries', '9');
  await isWaiting(run.child.pid);
  run.child.kill(signal);
  return endOf(run, performance.now());
}

/** Resolves when the process uses no processor time any more: it waits. */
async function isWaiting(pid = 0): Promise<void> {
  const file = `/proc/${pid}/stat`;
  let used = '';
  await pollUntil(async () => {
    const before = used;
    await setTimeout(settleTime);
    used = existsSync(file) ? readFileSync(file, 'utf8').split(' ').slice(13, 15).join() : '';
    return used === before;
  }, 30_000);
}

function isStopped(command: TimedCommand, stage: Stage): boolean {
  return stage.stopsEverything || command.usesService !== false;
}

describe.runIf(process.platform === 'linux')('a command ends in time', () => {
  afterAll(() => {
    for (const cleanup of cleanups.reverse()) cleanup();
    renewTable();
  });

  it.each(stages)('while it waits for: $name', { timeout: 300_000 }, async (stage) => {
    const situation = await stage.prepare();
    const row: Row = { stage: stage.name, overrun: 0, SIGINT: 0, SIGTERM: 0 };
    rows.push(row);
    const problems: string[] = [];
    const record = (
      column: 'overrun' | 'SIGINT' | 'SIGTERM',
      what: string,
      { end, time }: { end: number | string | null; time: number },
      expected: { end: number; max: number },
    ) => {
      row[column] = Math.max(row[column], time);
      if (end !== expected.end || time > expected.max + slack) {
        problems.push(`${what}, ${column}: ended with ${end} after ${Math.round(time)} ms`);
      }
    };
    const stopped = commands.filter((command) => isStopped(command, stage));
    await pMap(
      stopped,
      async (command) => {
        const { name, isLimited = true } = command;
        if (isLimited) {
          const expected = { end: stage.code ?? 7, max: maxOverrun };
          record('overrun', name, await overrunOf(command, situation), expected);
        }
        for (const [signal, end] of [
          ['SIGINT', 130],
          ['SIGTERM', 143],
        ] as const) {
          const expected = { end, max: maxSignalTime };
          record(signal, name, await signalTimeOf(command, situation, signal), expected);
        }
      },
      { concurrency },
    );
    expect(problems).toEqual([]);
  });
});

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
  if (!process.env['NEWSWATCH_RENEW_DOCS']) return;
  const file = join(project, 'docs', 'time-limits.md');
  const [start = '', rest = ''] = readFileSync(file, 'utf8').split('<!-- table -->\n');
  const [, end = ''] = rest.split('<!-- end -->');
  writeFileSync(file, `${start}<!-- table -->\n${table}\n<!-- end -->${end}`);
}
