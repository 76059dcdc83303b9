import { setImmediate } from 'node:timers';
import { describe, expect, it } from 'vitest';
import { Turns } from '../../../src/node/turns.ts';
import { WorkSlices } from '../../../src/node/work-slices.ts';

/** Counts the turns of the event loop while `work` runs. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isRunning = true;
  const count = () => {
    turns += 1;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isRunning = false;
  return turns;
}

/** Turns on a clock that only {@link compute} moves. */
class SimulatedTurns {
  #now = 0;
  readonly turns = new Turns(() => this.#now);
  /** The groups in the order of their steps. */
  readonly steps: string[] = [];

  /** Steps of 2.5 ms. */
  async compute(group: string, steps: number, signal?: AbortSignal): Promise<void> {
    const work = new WorkSlices({ group, signal, turns: this.turns });
    for (let step = 0; step < steps; step += 1) {
      await work.next();
      this.steps.push(group);
      this.#now += 2.5;
    }
  }
}

describe('WorkSlices', () => {
  it('lets the event loop run after 5 ms of work', async () => {
    const simulated = new SimulatedTurns();
    expect(await turnsDuring(() => simulated.compute('a', 100))).toBe(49);
  });

  it('does not wait before', async () => {
    const turns = new Turns(() => 0);
    const waited = await turnsDuring(async () => {
      const slices = new WorkSlices({ turns });
      for (let step = 0; step < 1000; step += 1) await slices.next();
    });
    expect(waited).toBe(0);
  });

  it('does 5 ms of work in a turn, however many computations there are', async () => {
    const simulated = new SimulatedTurns();
    const turns = await turnsDuring(() =>
      Promise.all(Array.from({ length: 50 }, () => simulated.compute('a', 2))),
    );
    expect(turns).toBe(49);
  });

  it('gives each group its turn, however many computations another one has', async () => {
    const simulated = new SimulatedTurns();
    const many = Array.from({ length: 50 }, () => simulated.compute('many', 4));
    const one = simulated.compute('one', 6);
    await one;
    const others = simulated.steps.filter((group) => group === 'many').length;
    // The first steps of all, and those in turn with the other group.
    expect(others).toBeLessThan(50 + 15);
    await Promise.all(many);
  });

  it('is due when the turn is over, and when the signal is aborted', async () => {
    let now = 0;
    const controller = new AbortController();
    const slices = new WorkSlices({ turns: new Turns(() => now), signal: controller.signal });
    expect(slices.isDue).toBe(false);
    now = 5;
    expect(slices.isDue).toBe(true);
    await slices.next();
    expect(slices.isDue).toBe(false);
    controller.abort();
    expect(slices.isDue).toBe(true);
  });

  it('stops when the signal is aborted, also while it waits for its turn', async () => {
    const simulated = new SimulatedTurns();
    const controller = new AbortController();
    const computed = simulated.compute('a', 100, controller.signal);
    setImmediate(() => controller.abort(new Error('the client has left')));
    await expect(computed).rejects.toThrow('the client has left');
    expect(simulated.steps.length).toBeLessThan(10);
  });
});
