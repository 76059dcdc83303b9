import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  entryOf,
  type MonitorEntry,
} from '../../../../../src/cli/commands/monitors/file/monitor-entry.ts';
import { parseEntries } from '../../../../../src/cli/commands/monitors/file/parse-entries.ts';
import { plan } from '../../../../../src/cli/commands/monitors/file/plan.ts';
import { monitorExample } from '../../../../../src/contract/examples/resource-examples.ts';
import type { Monitor } from '../../../../../src/contract/monitor.ts';

const monitor = (changes: Partial<Monitor>): Monitor => ({
  ...monitorExample,
  id: 'mon_1',
  title: 'Chips',
  prompt: 'chip exports',
  every_minutes: 60,
  ...changes,
});

const steps = (entry: Partial<MonitorEntry>, monitors: Monitor[], replace = false) =>
  plan([{ title: 'Chips', prompt: 'chip exports', ...entry }], monitors, { replace });

describe('an entry', () => {
  it('without a monitor of its title is created', () => {
    expect(steps({ every_minutes: 30 }, [monitor({ title: 'chips' })])).toMatchObject([
      {
        result: 'created',
        changes: {
          title: { to: 'Chips' },
          prompt: { to: 'chip exports' },
          every_minutes: { to: 30 },
        },
      },
    ]);
  });

  it('whose fields are those of its monitor changes nothing, also if it leaves some out', () => {
    expect(steps({}, [monitor({ every_minutes: 7, exclude_words: ['x'] })])).toMatchObject([
      { result: 'unchanged', changes: {} },
    ]);
  });

  it('changes the fields that differ; null clears a list', () => {
    const current = monitor({ exclude_words: ['x'], status: 'active', quiet_hours: '22:00-07:00' });
    const entry = { exclude_words: null, status: 'paused', every_minutes: 60 } as const;
    expect(steps(entry, [current])).toMatchObject([
      {
        result: 'updated',
        changes: {
          exclude_words: { from: ['x'], to: [] },
          status: { from: 'active', to: 'paused' },
        },
      },
    ]);
  });

  it.each([
    [{ prompt: 'cocoa' }, 'prompt'],
    [{ execution: 'agentic' }, 'execution'],
    [{ team_id: 'team_1' }, 'team_id'],
    [{ prompt: 'cocoa', team_id: 'team_1' }, 'prompt and team_id'],
  ] as const)('with %j fails, and with --replace is recreated', (entry, names) => {
    expect(steps(entry, [monitor({})])).toMatchObject([
      { result: 'failed', message: expect.stringContaining(`${names} cannot be changed`) },
    ]);
    expect(steps(entry, [monitor({})], true)).toMatchObject([
      { result: 'replaced', obsolete: { id: 'mon_1' }, current: undefined },
    ]);
  });

  it('completes a replacement that was interrupted before the old monitor was deleted', () => {
    const both = [monitor({ prompt: 'cocoa' }), monitor({ id: 'mon_2' })];
    expect(steps({}, both)).toMatchObject([{ result: 'failed' }]);
    expect(steps({}, both, true)).toMatchObject([
      { result: 'replaced', obsolete: { id: 'mon_1' }, current: { id: 'mon_2' } },
    ]);
  });

  it.each([false, true])('of several monitors fails and names them (replace: %s)', (replace) => {
    const same = [monitor({}), monitor({ id: 'mon_2' })];
    expect(steps({}, same, replace)).toMatchObject([
      { result: 'failed', message: expect.stringContaining('mon_1, mon_2') },
    ]);
  });
});

/** What monitors can be, with unique titles. */
const monitors = fc
  .uniqueArray(
    fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => /\S/.test(text)),
    {
      maxLength: 8,
    },
  )
  .chain((titles) =>
    fc.tuple(
      ...titles.map((title, index) =>
        fc.record({
          title: fc.constant(title.slice(0, 100)),
          id: fc.constant(`mon_${index}`),
          prompt: fc.constantFrom('chips', 'chips & cocoa', 'Ärger über Öl', 'a\nb'),
          status: fc.constantFrom('active', 'paused'),
          every_minutes: fc.option(fc.integer({ min: 5, max: 43_200 })),
          team_id: fc.option(fc.constant('team_1')),
          exclude_words: fc.array(fc.constantFrom('live blog', 'opinion'), { maxLength: 3 }),
          min_relevance: fc.option(fc.constantFrom(0, 0.25, 1)),
          quiet_hours: fc.option(fc.constant('22:00-07:00')),
        }),
      ),
    ),
  )
  .map((list) => list.map((each) => monitor(each as Partial<Monitor>)));

it('the entries of any monitors are read again, and change nothing', () => {
  fc.assert(
    fc.property(monitors, fc.boolean(), (list, isLines) => {
      const exported = list.map(entryOf);
      const text = isLines
        ? exported.map((entry) => `${JSON.stringify(entry)}\n`).join('')
        : JSON.stringify({ monitors: exported }, null, 2);
      const parsed = parseEntries(text);
      if (text === '') {
        expect(parsed).toEqual({ problems: ['is empty'] });
        return;
      }
      const entries = 'entries' in parsed ? parsed.entries : parsed.problems;
      expect(entries).toEqual(exported);
      const made = plan(exported, list, { replace: true });
      expect(made.map(({ result }) => result)).toEqual(list.map(() => 'unchanged'));
    }),
  );
});
