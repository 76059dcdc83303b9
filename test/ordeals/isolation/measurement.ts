import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { project } from '../../helpers/documents.ts';
import type { EventLoopDelay } from './event-loop-delay.ts';
import type { Latency } from './latency.ts';

/** What clients that behave well see of one attack. */
export interface Measurement {
  name: string;
  /** By the kind of call. */
  latency: Record<string, Latency>;
  delay: EventLoopDelay;
}

/**
 * Upper bounds in milliseconds for a busy machine with two cores, on which other tests run too.
 * `docs/isolation.md` states them.
 */
const maxComputing = 200;
const defaultMaxLatency = 3000;

/** Milliseconds of each attack. `NEWSWATCH_ATTACK_SECONDS` sets another time. */
export const attackDuration = (seconds: number) =>
  Number(process.env['NEWSWATCH_ATTACK_SECONDS'] ?? seconds) * 1000;

/** Expects that all calls succeeded in time, and that the event loop was never blocked for long. */
export function expectServed(
  { latency, delay }: Measurement,
  maxLatency: number = defaultMaxLatency,
): void {
  expect(Object.values(latency).flatMap(({ failures }) => failures)).toEqual([]);
  expect(delay.maxComputing).toBeLessThan(maxComputing);
  for (const { max } of Object.values(latency)) expect(max).toBeLessThan(maxLatency);
}

/**
 * Prints a table of the measurements; with `NEWSWATCH_RENEW_DOCS`, writes it to `docs/isolation.md`,
 * between `<!-- name -->` and the next `<!-- end -->`.
 */
export async function writeTable(
  name: string,
  kinds: readonly string[],
  rows: readonly Measurement[],
): Promise<void> {
  const table = tableOf(kinds, rows);
  process.stdout.write(`${table}\n`);
  if (!process.env['NEWSWATCH_RENEW_DOCS']) return;
  const file = join(project, 'docs', 'isolation.md');
  const page = await readFile(file, 'utf8');
  const marker = `<!-- ${name} -->\n`;
  const start = page.indexOf(marker);
  if (start === -1) throw new Error(`${file} has no ${marker}`);
  const before = page.slice(0, start + marker.length);
  await writeFile(file, `${before}${table}\n${page.slice(page.indexOf('<!-- end -->', start))}`);
}

function tableOf(kinds: readonly string[], rows: readonly Measurement[]): string {
  const heads = ['Attack', 'Event loop', ...kinds];
  const lines = rows.map(({ name, latency, delay }) => [
    name,
    delay.maxComputing.toFixed(0),
    ...Object.values(latency).map(({ p50, p99, max }) =>
      [p50, p99, max].map((each) => each.toFixed(0)).join(' / '),
    ),
  ]);
  const cells = [heads, heads.map(() => '---'), ...lines];
  return cells.map((row) => `| ${row.join(' | ')} |`).join('\n');
}
