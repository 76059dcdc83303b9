import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Database } from '../../../src/storage/database.ts';
import { listen } from '../../helpers/listen.ts';
import { randomFrom } from '../../helpers/random.ts';
import { alert, secret, sendTo } from '../../helpers/test-receiver.ts';

const kills = 50;

function start(folder: string) {
  // One write of one short line, so that the record itself has no half lines.
  const record = `echo "$NEWSWATCH_EVENT_ID" >> ${join(folder, 'record')}`;
  return listen(['--data', join(folder, 'inbox'), '--exec', 'sh', '--', '-c', record], {
    env: { SERVICE_WEBHOOK_SECRET: secret },
  });
}

/** How far each event is, read after the process is gone. */
function statesIn(folder: string): Map<string, string> {
  const database = Database.open(join(folder, 'inbox', 'inbox.db'));
  const rows = database.all<{ id: string; state: string }>(
    `SELECT id, coalesce(state, 'done') AS state FROM events LEFT JOIN progress USING (sequence)`,
  );
  database.close();
  return new Map(rows.map(({ id, state }) => [id, state]));
}

async function recordIn(folder: string): Promise<string[]> {
  return (await readFile(join(folder, 'record'), 'utf8')).trimEnd().split('\n');
}

/** Sends events, eight at a time, until the connection breaks; repeats what got no answer before. */
async function sendUntilBroken(url: string, acknowledged: Set<string>, open: Set<string>) {
  const sender = async () => {
    for (;;) {
      const [repeat] = open;
      const id = repeat ?? `evt_${acknowledged.size}_${Math.random().toString(36).slice(2)}`;
      open.delete(id);
      const answer = await sendTo(url, alert({ id })).catch(() => undefined);
      if (answer?.status === 204) acknowledged.add(id);
      else open.add(id);
      if (!answer) return;
    }
  };
  await Promise.all(Array.from({ length: 8 }, sender));
}

it(`case 33: loses nothing and repeats nothing that was done, over ${kills} times kill -9`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-kill-'));
  await writeFile(join(folder, 'record'), '');
  const random = randomFrom(20_261_120);
  const acknowledged = new Set<string>();
  const unanswered = new Set<string>();
  const interrupted = new Map<string, number>();

  for (let kill = 0; kill < kills; kill += 1) {
    const { ready, end } = await start(folder);
    const broken = sendUntilBroken(ready.url, acknowledged, unanswered);
    await pause(20 + random() * 200);
    await Promise.all([broken, end('SIGKILL')]);
    const states = statesIn(folder);
    expect([...acknowledged].filter((id) => !states.has(id))).toEqual([]);
    for (const [id, state] of states) {
      if (state === 'handling') interrupted.set(id, (interrupted.get(id) ?? 0) + 1);
    }
  }

  // What got no answer is sent again, as the service does.
  const { ready, end } = await start(folder);
  for (const id of unanswered) {
    expect((await sendTo(ready.url, alert({ id }))).status).toBe(204);
    acknowledged.add(id);
  }
  const isDone = () => [...statesIn(folder).values()].every((state) => state === 'done');
  while (!isDone()) await pause(20);
  await end('SIGTERM');

  const times = new Map<string, number>();
  for (const id of await recordIn(folder)) times.set(id, (times.get(id) ?? 0) + 1);
  expect(acknowledged.size).toBeGreaterThan(kills);
  expect([...acknowledged].filter((id) => !times.has(id))).toEqual([]);
  expect([...times.keys()].filter((id) => !acknowledged.has(id))).toEqual([]);
  const tooOften = [...times].filter(([id, count]) => count > 1 + (interrupted.get(id) ?? 0));
  expect(tooOften).toEqual([]);
}, 300_000);
