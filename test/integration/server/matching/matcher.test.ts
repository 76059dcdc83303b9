import { beforeEach, describe, expect, it, vi } from 'vitest';
import { version } from '../../../../package.json';
import { silentLog } from '../../../../src/node/log.ts';
import {
  monitorTerms,
  storedCondition,
  storedRule,
  watchOf,
} from '../../../../src/server/domain/monitors/monitor-rule.ts';
import { newMonitor } from '../../../../src/server/domain/monitors/new-monitor.ts';
import { Matcher } from '../../../../src/server/matching/matcher.ts';
import { indexItem } from '../../../../src/server/search/index/index-item.ts';
import type { Store } from '../../../../src/server/store/store.ts';
import { closing } from '../../../helpers/closing.ts';
import { randomFrom } from '../../../helpers/random.ts';
import { openTestStore } from '../../../helpers/test-store.ts';

let store: Store;

beforeEach(async () => {
  store = closing(await openTestStore());
});

async function watch(prompt: string, execution: 'standard' | 'agentic' = 'standard') {
  const owner = { owner_id: 'acc', team_id: null, every_minutes: 60 };
  const monitor = newMonitor({ prompt, ...owner, execution }, 0);
  await store.monitors.create(monitor, { terms: monitorTerms(prompt) });
  return monitor.id;
}

async function add(...titles: string[]) {
  const texts = { description: '', url: null, source: null, body: null, publication_date: null };
  await store.news.add(titles.map((title) => indexItem({ id: title, title, ...texts }, 1)));
}

const found = async (id: string, { matches } = store) =>
  (await matches.waiting(id)).matches.map(({ item_id }) => item_id).sort();

describe('matching', () => {
  it('finds only the monitors that an arrival satisfies', async () => {
    const otters = await watch('otters');
    const zorbing = await watch('Tell me about zorbing');
    await add('Otters in the harbour', 'Zorbing hill opens', 'Tea prices fall', 'Zorbing otters');
    await new Matcher(store, silentLog).match();
    expect(await found(otters)).toEqual(['Otters in the harbour', 'Zorbing otters']);
    expect(await found(zorbing)).toEqual(['Zorbing hill opens', 'Zorbing otters']);
  });

  it('matches exactly the items with an anchor term for an agentic monitor', async () => {
    const agentic = await watch('Zorbing accidents in Wanaka', 'agentic');
    await add('Zorbing accidents in Wanaka', 'Wanaka council meets', 'Tea prices fall');
    await new Matcher(store, silentLog).match();
    expect(await found(agentic)).toContain('Zorbing accidents in Wanaka');
    expect(await found(agentic)).not.toContain('Tea prices fall');
  });

  it('matches items that arrive during a round in the next call', async () => {
    const id = await watch('zorbing');
    const matcher = new Matcher(store, silentLog);
    const titles = Array.from({ length: 20 }, (_, n) => `Zorbing ${n}`);
    await Promise.all(titles.map((title) => add(title).then(() => matcher.match())));
    expect(await found(id)).toHaveLength(20);
  });

  it('loses and repeats nothing if it fails at any point', async () => {
    const id = await watch('zorbing');
    const titles = Array.from({ length: 250 }, (_, n) => `Zorbing ${n}`);
    await add(...titles);
    const random = randomFrom(17);
    /** Calls of the method fail now and then, before or after it has done its work. */
    const failing =
      <Args extends unknown[], Result>(method: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        if (random() < 0.2) throw new Error('before');
        const result = await method(...args);
        if (random() < 0.2) throw new Error('after');
        return result;
      };
    const { matches, news } = store;
    const faulty = {
      news: {
        arrivals: failing((after: number, limit: number) => news.arrivals(after, limit)),
        lastArrival: failing(() => news.lastArrival()),
      },
      matches: {
        ...matches,
        interested: failing(matches.interested),
        watches: failing(matches.watches),
        record: failing(matches.record),
      },
    };
    const matcher = new Matcher(faulty, silentLog);
    let failures = 0;
    for (let round = 0; round < 100; round += 1) {
      await matcher.match().catch(() => {
        failures += 1;
      });
    }
    expect(failures).toBeGreaterThan(3);
    expect(await found(id)).toEqual(titles.toSorted());
  });

  it('by several processes at once stores each match once', async () => {
    const id = await watch('zorbing');
    await add(...Array.from({ length: 250 }, (_, n) => `Zorbing ${n}`));
    await Promise.all([1, 2, 3].map(() => new Matcher(store, silentLog).match()));
    expect(await found(id)).toHaveLength(250);
    expect(await store.matches.matchedUntil()).toBe(await store.news.lastArrival());
  });

  it('reads no arrivals that no monitor waits for', async () => {
    await add(...Array.from({ length: 250 }, (_, n) => `Zorbing ${n}`));
    await new Matcher(store, silentLog).match();
    expect(await store.matches.matchedUntil()).toBe(250);
    const id = await watch('zorbing');
    await new Matcher(store, silentLog).match();
    expect(await found(id)).toEqual([]);
  });

  it('skips the pairs whose rule fails, and says which, without delay for others', async () => {
    const [failing, uncompiled, working] = [
      await watch('zorbing hills'),
      await watch('zorbing balls'),
      await watch('zorbing'),
    ];
    await add('Zorbing hills', 'Zorbing balls', 'Zorbing');
    const log = vi.fn();
    const ruleOf: typeof storedRule = (execution, condition) => {
      if (condition.includes('ball')) throw new Error('not compiled');
      const judge = storedRule(execution, condition);
      return (item) => {
        if (condition.includes('hill') && item.rawText?.includes('hills')) {
          throw new Error('not judged');
        }
        return judge(item);
      };
    };
    await new Matcher(store, log, { conditionOf: storedCondition, ruleOf }).match();
    expect(await found(working)).toHaveLength(3);
    expect(await found(uncompiled)).toEqual([]);
    expect(await store.matches.matchedUntil()).toBe(3);
    const logged = log.mock.calls.flatMap(([level, event, { monitor, item }]) =>
      level === 'debug' ? [] : [[event, monitor, item]],
    );
    expect(logged.toSorted()).toEqual([
      ['rule of monitor failed', failing, 'Zorbing hills'],
      ['rule of monitor not compiled', uncompiled, undefined],
    ]);
  });

  it('skips an item that cannot be read', async () => {
    const id = await watch('zorbing');
    await add('Zorbing one', 'Zorbing two');
    const { matches, news } = store;
    const broken = {
      matches,
      news: {
        lastArrival: () => news.lastArrival(),
        arrivals: async (after: number, limit: number) =>
          (await news.arrivals(after, limit)).map((item) =>
            item.id === 'Zorbing one' ? { ...item, ranking_terms: new Uint8Array(1) } : item,
          ),
      },
    };
    const log = vi.fn();
    await new Matcher(broken, log).match();
    expect(log.mock.calls.filter(([level]) => level !== 'debug')).toHaveLength(1);
    expect(await found(id)).toEqual(['Zorbing two']);
  });

  it('compiles one rule for monitors with equal prompts', async () => {
    for (let n = 0; n < 5; n += 1) await watch('zorbing');
    await watch('zorbing', 'agentic');
    const ruleOf = vi.fn(storedRule);
    const matcher = new Matcher(store, silentLog, { conditionOf: storedCondition, ruleOf });
    for (const title of ['Zorbing one', 'Zorbing two']) {
      await add(title);
      await matcher.match();
    }
    expect(ruleOf).toHaveBeenCalledTimes(2);
  });

  it('reads the prompt of a monitor once, also for later processes', async () => {
    const id = await watch('zorbing');
    const conditionOf = vi.fn(storedCondition);
    for (const title of ['Zorbing one', 'Zorbing two', 'Zorbing three']) {
      await add(title);
      await new Matcher(store, silentLog, { conditionOf, ruleOf: storedRule }).match();
    }
    expect(conditionOf).toHaveBeenCalledTimes(1);
    expect(await found(id)).toHaveLength(3);
  });

  it('reads no prompt whose condition was stored with its monitor', async () => {
    const owner = { owner_id: 'acc', team_id: null, every_minutes: 60 };
    const monitor = newMonitor({ prompt: 'zorbing', ...owner, execution: 'standard' }, 0);
    await store.monitors.create(monitor, watchOf('zorbing'));
    const conditionOf = vi.fn(storedCondition);
    await add('Zorbing one');
    await new Matcher(store, silentLog, { conditionOf, ruleOf: storedRule }).match();
    expect(conditionOf).not.toHaveBeenCalled();
    expect(await found(monitor.id)).toEqual(['Zorbing one']);
  });

  it('reads a prompt again that another version has read', async () => {
    const owner = { owner_id: 'acc', team_id: null, every_minutes: 60 };
    const monitor = newMonitor({ prompt: 'zorbing', ...owner, execution: 'standard' }, 0);
    const { terms, condition } = watchOf('otters');
    const other = condition.replace(`"${version}"`, '"0.0.1"');
    await store.monitors.create(monitor, { terms, condition: other });
    const conditionOf = vi.fn(storedCondition);
    for (const title of ['Zorbing otters', 'Zorbing otters again']) {
      await add(title);
      await new Matcher(store, silentLog, { conditionOf, ruleOf: storedRule }).match();
    }
    expect(await found(monitor.id)).toHaveLength(2);
    expect(conditionOf).toHaveBeenCalledTimes(1);
    expect(await store.matches.watches([monitor.id])).toMatchObject([
      { condition: watchOf('zorbing').condition },
    ]);
  });

  it.each([
    ['is cut off', (condition: string) => condition.slice(0, -10)],
    ['lacks a part', (condition: string) => condition.replace('"clauses"', '"other"')],
  ])('reads a prompt again whose stored condition %s', async (_, damage) => {
    const owner = { owner_id: 'acc', team_id: null, every_minutes: 60 };
    const monitor = newMonitor({ prompt: 'zorbing', ...owner, execution: 'standard' }, 0);
    const { terms, condition } = watchOf('zorbing');
    await store.monitors.create(monitor, { terms, condition: damage(condition) });
    await add('Zorbing one');
    await new Matcher(store, silentLog).match();
    expect(await found(monitor.id)).toEqual(['Zorbing one']);
    expect(await store.matches.watches([monitor.id])).toMatchObject([{ condition }]);
  });

  it('ends with the last arrival before the call', async () => {
    await watch('zorbing');
    await add(...Array.from({ length: 150 }, (_, n) => `Zorbing ${n}`));
    const { matches } = store;
    let batches = 0;
    const growing = {
      news: store.news,
      matches: {
        ...matches,
        async record(...args: Parameters<typeof matches.record>) {
          batches += 1;
          await add(...Array.from({ length: 150 }, (_, n) => `Zorbing ${batches} ${n}`));
          return matches.record(...args);
        },
      },
    };
    await new Matcher(growing, silentLog).match();
    expect(batches).toBe(2);
  });

  it('ends with the signal of one caller, but not for others', async () => {
    const id = await watch('zorbing');
    await add(...Array.from({ length: 250 }, (_, n) => `Zorbing ${n}`));
    const { matches } = store;
    let start = () => {};
    let proceed = () => {};
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    const proceeding = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const slow = {
      news: store.news,
      matches: {
        ...matches,
        async record(...args: Parameters<typeof matches.record>) {
          start();
          await proceeding;
          return matches.record(...args);
        },
      },
    };
    const matcher = new Matcher(slow, silentLog);
    const leaving = new AbortController();
    const left = matcher.match(leaving.signal);
    const other = matcher.match();
    await started;
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    await expect(matcher.match(leaving.signal)).rejects.toThrow('left');
    proceed();
    await other;
    expect(await found(id)).toHaveLength(250);
  });
});
