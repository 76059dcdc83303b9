import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setup as build } from '../../helpers/build.ts';
import { useNewHome } from '../../helpers/cli.ts';
import { closeAll } from '../../helpers/closing.ts';
import { postgresPrograms } from '../../helpers/postgres-cluster.ts';
import { hasTool } from '../../helpers/tools.ts';
import { Cleanup } from './cleanup.ts';
import { faults } from './faults.ts';
import { type Report, rehearse } from './rehearsal.ts';

// `--minutes 10` is the time in which faults are injected, and `--only TEXT` names the faults to inject (default: all).
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, only: { type: 'string', default: '' } },
});

const programs = postgresPrograms();
const missing = ['patroni', 'patronictl', 'etcd', 'haproxy'].filter((name) => !hasTool(name));
if (programs === undefined) missing.push('postgresql');
if (missing.length > 0) {
  process.stderr.write(`not installed: ${missing.join(', ')}\n`);
  process.exit(2);
}

if (process.env['NEWSWATCH_BUILT'] === undefined) await build();
useNewHome();
const chosen = faults.filter(({ name }) => name.includes(values.only));
if (chosen.length === 0) {
  process.stderr.write(`no fault has a name with ${values.only}\n`);
  process.exit(2);
}
const folder = await mkdtemp(join(tmpdir(), 'newswatch-ha-'));
await chmod(folder, 0o777);
let isLost = true;
const cleanup = new Cleanup();
cleanup.add(closeAll);
for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException'] as const) {
  process.once(event, (reason: unknown) => {
    process.stderr.write(`${reason instanceof Error ? reason.stack : reason}\n`);
    void cleanup.run().finally(() => process.exit(1));
  });
}
try {
  const report = await rehearse({
    programs: programs ?? '',
    folder,
    faults: chosen,
    minutes: Number(values.minutes),
    cleanup,
  });
  isLost = Object.values(report.lost).some((each) => each.length > 0);
  process.stdout.write(`${patroniNote()}\n\n${asText(report)}\n`);
} finally {
  await cleanup.run();
  if (isLost) process.stderr.write(`the logs are in ${folder}\n`);
  else await rm(folder, { recursive: true });
}
process.exit(isLost ? 1 : 0);

/** The version of Patroni, and what it does to the outcome. */
function patroniNote(): string {
  const text = execFileSync('patroni', ['--version'], { encoding: 'utf8' }).trim();
  const version = /\d+\.\d+\.\d+/.exec(text)?.[0] ?? '';
  const isFixed = version.localeCompare('3.0.3', 'en', { numeric: true }) >= 0;
  return isFixed
    ? `Patroni ${version}`
    : `Patroni ${version} lets a primary that was suspended take the lock back (patroni#2689): what its successor acknowledged in the meantime may be lost`;
}

/** The table of docs/operations/high-availability.md, and the violations. */
function asText({ faults, totals, lost, longestDelivery }: Report): string {
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  const failures = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([kind, count]) => `${kind}: ${count}`)
      .join('; ');
  return [
    '| Fault | Without writes, all servers | One server | Until complete | Failed requests |',
    '| --- | ---: | ---: | ---: | --- |',
    ...faults.map(
      (fault) =>
        `| ${fault.name} | ${seconds(fault.withoutWrites)} | ${seconds(fault.longestOfOne)} | ${seconds(fault.untilComplete)} | ${failures(fault.failures)} |`,
    ),
    '',
    JSON.stringify({ ...totals, longestDelivery }),
    ...Object.entries(lost).map(
      ([what, found]) => `${what}: ${found.length} ${found.slice(0, 5).join(', ')}`,
    ),
  ].join('\n');
}
