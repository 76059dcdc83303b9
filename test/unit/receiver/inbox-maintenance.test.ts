import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inbox } from 'newswatch/receiver';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { InboxMaintenance } from '../../../src/receiver/inbox-maintenance.ts';
import { GroupCommit } from '../../../src/storage/group-commit.ts';

let folder: string;
let inbox: Inbox;
let maintenance: InboxMaintenance;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  folder = await mkdtemp(join(tmpdir(), 'newswatch-maintenance-'));
  inbox = Inbox.open(folder);
  maintenance = new InboxMaintenance(inbox, new GroupCommit(inbox), () => now);
});
afterEach(() => {
  maintenance.stop();
  inbox.close();
  vi.useRealTimers();
});

const day = 86_400_000;
let now = Date.parse('2026-11-20T12:00:00Z');

function receiveEvent(id: string): void {
  const body = Buffer.alloc(40_000, 'x');
  inbox.add({ id, type: 'news.alert', received_at: now, headers: [], body }, 'done');
  maintenance.eventReceived();
}

const fileSize = async () => (await stat(join(folder, 'inbox.db'))).size;

it('checkpoints the log when no event has arrived for a second, and not before', async () => {
  maintenance.start();
  for (const id of ['evt_1', 'evt_2', 'evt_3']) {
    receiveEvent(id);
    vi.advanceTimersByTime(1000);
    expect(await fileSize()).toBeLessThan(40_000);
  }
  vi.advanceTimersByTime(1000);
  expect(await fileSize()).toBeGreaterThan(120_000);
});

it('purges events older than eight days at the start and every hour', async () => {
  receiveEvent('evt_1');
  now += 9 * day;
  receiveEvent('evt_2');
  maintenance.start();
  expect([inbox.stateOf('evt_1'), inbox.stateOf('evt_2')]).toEqual([undefined, 'done']);
  now += 9 * day;
  vi.advanceTimersByTime(3_600_000);
  await vi.waitFor(() => expect(inbox.stateOf('evt_2')).toBeUndefined());
});
