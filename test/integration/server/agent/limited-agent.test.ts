import { ManualClock } from 'newswatch/server';
import { describe, expect, it } from 'vitest';
import { newTrace } from '../../../../src/node/trace-context.ts';
import type { Agent } from '../../../../src/server/agent/agent.ts';
import { limitedAgent } from '../../../../src/server/agent/limited-agent.ts';
import { closing } from '../../../helpers/closing.ts';
import { openTestStore } from '../../../helpers/test-store.ts';

const item = {
  id: 'one',
  title: 'One',
  description: '',
  url: null,
  source: null,
  publication_date: null,
};
const task = { monitor: { id: 'mon_1', title: '', prompt: 'one' }, candidates: [item] };
const signal = new AbortController().signal;
const trace = newTrace();
const hour = 3_600_000;

/** A clock whose real time is its own. */
class RealManualClock extends ManualClock {
  override realNow(): number {
    return this.now();
  }
}

describe('the runs of an hour', () => {
  it('are limited for all processes that share the store', async () => {
    const { rateLimits } = closing(await openTestStore());
    const clock = new RealManualClock(Date.parse('2026-11-20T12:00:00Z'));
    let started = 0;
    const agent: Agent = async () => {
      started += 1;
      return [];
    };
    const [one, other] = [0, 1].map(() =>
      limitedAgent(agent, { rateLimits, clock }, { runsPerHour: 2 }),
    ) as [Agent, Agent];
    await one(task, { account: 'a', signal, trace });
    clock.advance(hour / 2);
    await other(task, { account: 'b', signal, trace });
    await expect(one(task, { account: 'c', signal, trace })).rejects.toThrow(
      'the agent was not started: its limit of 2 runs in an hour is reached; try again in 1800 s',
    );
    expect(started).toBe(2);
    clock.advance(hour / 2);
    await one(task, { account: 'a', signal, trace });
    expect(started).toBe(3);
  });

  it('are limited to a quarter for each account, in all processes', async () => {
    const { rateLimits } = closing(await openTestStore());
    const clock = new RealManualClock(0);
    const agent: Agent = async () => [];
    const [one, other] = [0, 1].map(() =>
      limitedAgent(agent, { rateLimits, clock }, { runsPerHour: 7 }),
    ) as [Agent, Agent];
    await one(task, { account: 'a', signal, trace });
    await other(task, { account: 'a', signal, trace });
    for (let run = 0; run < 10; run += 1) {
      await expect(one(task, { account: 'a', signal, trace })).rejects.toThrow(
        'its limit of 2 runs of this account in an hour is reached; try again in 3600 s',
      );
    }
    for (const account of ['b', 'b', 'c', 'c', 'd']) await other(task, { account, signal, trace });
    await expect(one(task, { account: 'd', signal, trace })).rejects.toThrow(
      'its limit of 7 runs in an hour is reached',
    );
    clock.advance(hour);
    await one(task, { account: 'a', signal, trace });
  });

  it('do not include runs without candidates, which start nothing', async () => {
    const { rateLimits } = closing(await openTestStore());
    const clock = new ManualClock(0);
    const agent = limitedAgent(
      () => expect.unreachable(),
      { rateLimits, clock },
      { runsPerHour: 1 },
    );
    for (let run = 0; run < 3; run += 1) {
      expect(await agent({ ...task, candidates: [] }, { account: 'a', signal, trace })).toEqual([]);
    }
  });
});

describe('the runs at a time', () => {
  it('are limited, with places reserved for accounts without a run', async () => {
    const { rateLimits } = closing(await openTestStore());
    const running: string[] = [];
    const ends: (() => void)[] = [];
    const agent: Agent = (_task, { account }) => {
      running.push(account);
      return new Promise((resolve) => ends.push(() => resolve([])));
    };
    const limits = { runsPerHour: 100, placeTimeout: 20 };
    const limited = limitedAgent(agent, { rateLimits, clock: new ManualClock(0) }, limits);
    const runs = Array.from({ length: 10 }, () => limited(task, { account: 'a', signal, trace }));
    const outcomes = Promise.allSettled(runs);
    await expect.poll(() => running).toHaveLength(3);
    const other = limited(task, { account: 'b', signal, trace });
    await expect.poll(() => running).toContain('b');
    await expect(Promise.race(runs.slice(3))).rejects.toThrow(
      'the agent was not started within 0.02 s: too many of its runs are running',
    );
    for (const end of ends) end();
    await other;
    expect((await outcomes).map(({ status }) => status)).toEqual([
      ...Array.from({ length: 3 }, () => 'fulfilled'),
      ...Array.from({ length: 7 }, () => 'rejected'),
    ]);
    // The places are free again.
    const next = limited(task, { account: 'a', signal, trace });
    await expect.poll(() => running).toHaveLength(5);
    ends.at(-1)?.();
    await next;
  });

  it('leave their queue if they are aborted', async () => {
    const { rateLimits } = closing(await openTestStore());
    let started = 0;
    const agent: Agent = () => {
      started += 1;
      return new Promise(() => {});
    };
    const limited = limitedAgent(agent, { rateLimits, clock: new ManualClock(0) }, {});
    for (let run = 0; run < 3; run += 1) void limited(task, { account: 'a', signal, trace });
    await expect.poll(() => started).toBe(3);
    const controller = new AbortController();
    const waiting = limited(task, { account: 'a', signal: controller.signal, trace });
    controller.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
  });
});
