import { operations } from '../../contract/operations.ts';
import { contains, describe, itemsOf, listAt, valueAt } from '../json.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import type { Trial } from '../trial.ts';
import { ensure } from '../violation.ts';

const { alerts, monitors } = operations;
type Story = Awaited<ReturnType<Trial['story']>>;
const minute = 60_000;
const needs = ['changes', 'test world'] as const;

/** docs/service.md §2.8 */
export const alertFilters: readonly CheckedStatement[] = [
  {
    id: '2.8-1',
    text: 'A monitor is created with alert filters, and every response with it has them.',
    surfaces: surfaceNames,
    needs,
    check: async (trial) => {
      const { id, body } = await trial.monitor({ exclude_words: ['otters'], min_relevance: 0.1 });
      const listed = itemsOf(await trial.ok(monitors.list)).find((each) => contains(each, id));
      for (const monitor of [body, listed, await trial.ok(monitors.get, { id })]) {
        ensure(contains(listAt(monitor, 'exclude_words'), 'otters'), describe(monitor));
        ensure(valueAt(monitor, 'min_relevance') === 0.1, describe(monitor));
      }
    },
  },
  ...(
    [
      ['2.8-2', 'include_sources', () => ['no-such-source.example']],
      ['2.8-3', 'exclude_sources', ({ source }) => [source]],
      ['2.8-4', 'include_languages', () => ['zh']],
      ['2.8-5', 'exclude_languages', () => ['en']],
      ['2.8-6', 'exclude_words', ({ title }) => [title]],
      ['2.8-7', 'min_relevance', () => 1],
    ] satisfies [string, string, (story: Story) => unknown][]
  ).map(
    ([id, filter, valueFor]): CheckedStatement => ({
      id,
      text: `\`${filter}\` drops results, and the \`filtered\` of the run counts them.`,
      needs,
      check: async (trial) => {
        const monitor = await trial.monitor({ [filter]: valueFor(await trial.story()) });
        const run = await trial.ok(monitors.run, { id: monitor.id });
        const dropped = valueAt(run, `filtered.${filter}`);
        ensure(typeof dropped === 'number' && dropped > 0, describe(run));
      },
    }),
  ),
  {
    id: '2.8-8',
    text: 'A run whose results were all dropped records no alert.',
    surfaces: surfaceNames,
    needs,
    check: async (trial) => {
      const { id } = await trial.monitor({ include_sources: ['no-such-source.example'] });
      const run = await trial.ok(monitors.run, { id });
      ensure(listAt(run, 'results').length === 0, 'results passed');
      ensure(!(await hasAlert(trial, id)), 'it recorded an alert');
    },
  },
  {
    id: '2.8-9',
    text: 'A dropped result is used up: later runs do not alert it, even without the filter.',
    needs,
    check: async (trial) => {
      const { title } = await trial.story();
      const { id } = await trial.monitor({ exclude_words: [title] });
      ensure(!contains(await trial.ok(monitors.run, { id }), title), 'the result was not dropped');
      await trial.ok(monitors.edit, { id, exclude_words: null });
      ensure(!contains(await trial.ok(monitors.run, { id }), title), 'it was alerted later');
    },
  },
  {
    id: '2.8-10',
    text: 'Quiet hours hold back the alerts of scheduled runs until they end, not of other runs.',
    needs,
    check: async (trial) => {
      const time = (offset: number) =>
        new Date(trial.now() + offset * minute).toISOString().slice(11, 16);
      const { id } = await trial.monitor({ quiet_hours: `${time(-60)}-${time(90)}` });
      await trial.world.advance(60 * minute);
      const [run] = itemsOf(await trial.ok(monitors.runs, { id, limit: 1 }));
      ensure(valueAt(run, 'trigger') === 'schedule', describe(run));
      ensure(Number(valueAt(run, 'filtered.quiet_hours')) > 0, describe(run));
      ensure(!(await hasAlert(trial, id)), 'it recorded an alert');
      await trial.world.advance(30 * minute);
      ensure(await hasAlert(trial, id), 'there is no alert after the quiet hours');
      const other = await trial.monitor({ quiet_hours: `${time(-60)}-${time(90)}` });
      await trial.ok(monitors.run, { id: other.id });
      ensure(await hasAlert(trial, other.id), 'the run on demand was held back');
    },
  },
  {
    id: '2.8-11',
    text: 'A source or language that is both included and excluded is an error.',
    surfaces: surfaceNames,
    needs,
    check: async (trial) => {
      for (const [list, entry] of [
        ['sources', 'reuters.com'],
        ['languages', 'en'],
      ]) {
        const input = { [`include_${list}`]: [entry], [`exclude_${list}`]: [entry] };
        await trial.rejected(monitors.create, { prompt: 'otters', ...input });
      }
    },
  },
  {
    id: '2.8-12',
    text: '`monitors.edit` changes only the fields that it is given.',
    surfaces: surfaceNames,
    needs,
    check: async (trial) => {
      const { id, body } = await trial.monitor({ exclude_words: ['otters'] });
      const changed = await trial.ok(monitors.edit, { id, min_relevance: 0.2 });
      ensure(valueAt(changed, 'min_relevance') === 0.2, describe(changed));
      ensure(contains(listAt(changed, 'exclude_words'), 'otters'), describe(changed));
      ensure(valueAt(changed, 'title') === valueAt(body, 'title'), describe(changed));
    },
  },
];

async function hasAlert(trial: Trial, monitorId: string): Promise<boolean> {
  return contains(await trial.ok(alerts.list, { limit: 100 }), monitorId);
}
