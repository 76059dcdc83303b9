import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Database } from '../../../src/storage/database.ts';
import { pollUntil } from '../../helpers/eventually.ts';
import { listen } from '../../helpers/listen.ts';
import { randomFrom } from '../../helpers/random.ts';
import { alert, secret, sendTo } from '../../helpers/test-receiver.ts';
import { countRepeated, countValues, killCount, killSeed, printSummary } from './kill-run.ts';

const kills = killCount(50);
const timeout = 300_000 + kills * 5_000;

function start(folder: string) {
  // One short write, so that the record has no partial lines.
  const record = `echo "$NEWSWATCH_EVENT_ID" >> ${join(folder, 'record')}`;
  return listen(['--data', join(folder, 'inbox'), '--exec', 'sh', '--', '-c', record], {
    env: { SERVICE_WEBHOOK_SECRET: secret },
  });
}

/** The state of each event, read after the process has ended. */
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

/** Sends events, eight at a time, until a request fails; first repeats those without a response. */
async function sendUntilBroken(url: string, acknowledged: Set<string>, open: Set<string>) {
  const sender = async () => {
    for (;;) {
      const [repeat] = open;
      const id = repeat ?? `evt_${acknowledged.size}_${Math.random().toString(36).slice(2)}`;
      open.delete(id);
      const response = await sendTo(url, alert({ id })).catch(() => undefined);
      if (response?.status === 204) acknowledged.add(id);
      else open.add(id);
      if (!response) return;
    }
  };
  await Promise.all(Array.from({ length: 8 }, sender));
}

it(
  `docs/receiver-cases.md, case 33: ${kills} kills lose no event and repeat none that was handled`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newswatch-kill-'));
    await writeFile(join(folder, 'record'), '');
    const random = randomFrom(killSeed(20_261_120));
    const acknowledged = new Set<string>();
    const withoutResponse = new Set<string>();
    const interrupted = new Map<string, number>();

    for (let kill = 0; kill < kills; kill += 1) {
      const { ready, end } = await start(folder);
      const broken = sendUntilBroken(ready.url, acknowledged, withoutResponse);
      await pause(20 + random() * 200);
      await Promise.all([broken, end('SIGKILL')]);
      const states = statesIn(folder);
      expect([...acknowledged].filter((id) => !states.has(id))).toEqual([]);
      for (const [id, state] of states) {
        if (state !== 'done') interrupted.set(id, (interrupted.get(id) ?? 0) + 1);
      }
    }

    // Events without a response are sent again, as the service does.
    const { ready, end } = await start(folder);
    for (const id of withoutResponse) {
      expect((await sendTo(ready.url, alert({ id }))).status).toBe(204);
      acknowledged.add(id);
    }
    const isDone = () => [...statesIn(folder).values()].every((state) => state === 'done');
    await pollUntil(isDone, 60_000);
    await end('SIGTERM');

    const handled = await recordIn(folder);
    const times = countValues(handled);
    printSummary('webhook listen --exec', {
      kills,
      events: acknowledged.size,
      lost: [...acknowledged].filter((id) => !times.has(id)).length,
      repeated: countRepeated(handled),
    });
    expect(acknowledged.size).toBeGreaterThan(kills);
    expect([...acknowledged].filter((id) => !times.has(id))).toEqual([]);
    expect([...times.keys()].filter((id) => !acknowledged.has(id))).toEqual([]);
    const tooOften = [...times].filter(([id, count]) => count > 1 + (interrupted.get(id) ?? 0));
    expect(tooOften).toEqual([]);
  },
  timeout,
);
