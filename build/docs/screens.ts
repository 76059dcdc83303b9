/**
 * Shows the built command line with sample news in tmux, and writes each screen as an SVG:
 *
 *     npx tsx build/docs/screens.ts FOLDER [NAME-COLUMNS…]
 *
 * By default every screen in every width. Needs tmux, and Python with rich (`pip install rich`).
 */

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTestServer } from 'newswatch/testing';

const widths = [40, 80, 200];

const paid = 'nw_paid_0123456789';
const unpaid = 'nw_unpaid_0123456789';

interface Screen {
  /** The arguments of the program. */
  line: string;
  key?: string;
}

const screens: Readonly<Record<string, Screen>> = {
  table: { line: 'news latest -n 12 -f table --utc' },
  monitors: { line: 'monitors list -f table --utc' },
  record: { line: 'account overview -f table' },
  json: { line: 'news latest -n 2 --fields title,source,publication_date' },
  error: { line: 'news latest', key: unpaid },
  hint: { line: 'monitor lst' },
  command: { line: 'news latest --help' },
  help: { line: '' },
};

const here = fileURLToPath(new URL('.', import.meta.url));
const program = join(here, '../../bin/newswatch.cjs');
const work = mkdtempSync(join(tmpdir(), 'newswatch-screens-'));
const run = promisify(execFile);

/** Runs tmux with its own server, and without the settings of the user. */
async function tmux(...args: readonly string[]): Promise<string> {
  const { PATH } = process.env;
  const env = { PATH, HOME: work, LANG: 'C.UTF-8', SERVICE_BASE_URL: server.baseUrl };
  const all = ['-u', '-S', join(work, 'socket'), '-f', '/dev/null', ...args];
  return (await run('tmux', all, { env })).stdout;
}

/** What a terminal shows of a command line and its output, with escapes for colors. */
async function capture({ line, key = paid }: Screen, columns: number): Promise<string> {
  const script = `printf '\\033[1m$\\033[22m %s\\n' "newswatch ${line}"
    '${process.execPath}' '${program}' ${line}
    tmux wait-for -S ended
    sleep 60`;
  const size = ['-x', String(columns), '-y', '150'];
  const variables = ['-e', `SERVICE_API_KEY=${key}`];
  await tmux('new-session', '-d', '-s', 'screen', ...size, ...variables, script);
  await tmux('wait-for', 'ended');
  const text = await tmux('capture-pane', '-e', '-p', '-t', 'screen');
  await tmux('kill-session', '-t', 'screen');
  return text;
}

const [folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: screens.ts FOLDER [NAME-COLUMNS…]');
await using server = await startTestServer({
  sample: true,
  pricingUrl: 'https://news.example.com/pricing',
  fixture: {
    accounts: [
      { id: 'paid', plan: 'active', keys: [paid] },
      { id: 'unpaid', plan: 'none', keys: [unpaid] },
    ],
  },
});
for (const [title, prompt] of [
  ['Chip exports', 'Export controls on semiconductors and their effect on suppliers in Europe'],
  ['Reactors', 'Small modular reactors: sites, permits and costs'],
  ['Cocoa', 'Prices and harvests of cocoa in West Africa'],
]) {
  await server.client.monitors.create({ title, prompt: prompt ?? '' });
}
try {
  mkdirSync(folder, { recursive: true });
  for (const [name, screen] of Object.entries(screens)) {
    for (const columns of widths) {
      const file = `${name}-${columns}`;
      if (names.length > 0 && !names.includes(file)) continue;
      const drawing = run('python3', [
        join(here, 'screen.py'),
        join(folder, `${file}.svg`),
        String(columns),
      ]);
      drawing.child.stdin?.end(await capture(screen, columns));
      await drawing;
    }
  }
} finally {
  await tmux('kill-server').catch(() => {});
  rmSync(work, { recursive: true, force: true });
}
