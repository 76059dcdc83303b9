import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { mockServer } from '../../../helpers/mock-server.ts';
import { runMain } from '../../../helpers/run-main.ts';
import { envFor } from '../../../helpers/server.ts';

/** Runs a command on a service whose news and alerts have these times. */
async function run(args: string[], times: (string | null)[], monitor_id = 'm1') {
  const items = times.map((time, index) => ({
    ...{ id: `${index}`, title: 'T', description: '', url: null, source: null, score: 1 },
    publication_date: time,
  }));
  const alerts = times.map((created_at, index) => ({
    ...{ id: `${index}`, monitor_id, monitor_title: 'M', run_id: 'r', results: [] },
    created_at: created_at ?? '2026-11-16T00:00:00Z',
  }));
  const page = { items, alerts, has_more: false, next_cursor: null };
  const server = await mockServer(http.all('*', () => HttpResponse.json(page)));
  const { code, stdout, stderr } = await runMain(args, { env: envFor(server) });
  return { code, stderr, printed: stdout !== '' };
}

const latest = ['news', 'latest', '--since', '2026-11-18T00:00:00Z'];
const times = ['2026-11-19T00:00:00Z', '2026-11-17T00:00:00Z', null];

it.each([
  [latest, '--since: 1 of 3'],
  [[...latest, '--all', '--format', 'jsonl'], '--since: 1 of 3'],
  [[...latest, '--until', '2026-11-18T12:00:00Z'], '--since or --until: 2 of 3'],
  [['news', 'search', 'x', '--until', '2026-11-18T00:00:00Z'], '--until: 1 of 3'],
  [['alerts', 'list', '--monitor', 'm2'], '--monitor: 3 of 3'],
])('%j says that the service ignores a filter', async (args, ignored) => {
  expect(await run(args, times)).toEqual({
    code: 0,
    printed: true,
    stderr: `newswatch: warning: the service ignores ${ignored} items should not be listed\n`,
  });
});

it('fails with --strict', async () => {
  const { code, stderr, printed } = await run([...latest, '--strict'], times);
  expect({ code, printed }).toEqual({ code: 8, printed: false });
  expect(stderr).toContain('the service ignores --since');
});

it.each([
  [['news', 'latest', '--since', '2026-11-17T00:00:00Z']],
  [['news', 'latest', '--until', '2026-11-19T00:00:00Z']],
  [['alerts', 'list', '--monitor', 'm1']],
])('%j is silent about items that match, times included', async (args) => {
  expect(await run(args, times.slice(0, 2))).toMatchObject({ code: 0, stderr: '' });
});

it('says that nothing is found because the range is in the future', async () => {
  const args = ['alerts', 'list', '--since', '2999-01-01T00:00:00Z'];
  const { code, stderr } = await run(args, []);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'newswatch: nothing is found: --since 2999-01-01T00:00:00.000Z is in the future\n',
  });
  expect(await run(['alerts', 'list', '--since', '24h'], [])).toMatchObject({ stderr: '' });
});
