import { operations } from '../../contract/operations.ts';
import { connectMonitor, eventIn, firstEvent } from '../alert-delivery.ts';
import { contains, describe, itemsOf } from '../json.ts';
import { eventNeeds, scheduleNeeds } from '../need.ts';
import type { CheckedStatement } from '../statement.ts';
import { rpcRequest } from '../surfaces/mcp.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import type { Trial } from '../trial.ts';
import { ensure, NotChecked } from '../violation.ts';

const { briefings, delivery, monitors, profile } = operations;
const hour = 3_600_000;

/** docs/service.md §1.3 */
export const helpers: readonly CheckedStatement[] = [
  {
    id: '1.3-1',
    text: 'A helper acts as the user: every surface shows the same account.',
    surfaces: surfaceNames,
    needs: ['changes'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      for (const surface of surfaceNames) {
        if (surface === 'cli' && !trial.hasCommand) continue;
        const { body } = await trial.call(monitors.list, {}, 'paid', surface);
        ensure(contains(body, id), `the monitor made over ${trial.surface} is not on ${surface}`);
      }
    },
  },
  ...(
    [
      ['1.3-2', 'change billing', /bill|payment|purchase|subscri|checkout|(^|[._])plan/],
      ['1.3-3', 'invite a team', /invit|team/],
      ['1.3-4', 'run predictions', /predict|forecast/],
      ['1.3-5', 'delete the user', /(account|user|profile)[._](delete|remove|close)/],
    ] as const
  ).map(
    ([id, what, pattern]): CheckedStatement => ({
      id,
      text: `A helper cannot ${what}.`,
      surfaces: ['mcp', 'cli'],
      check: async (trial) => {
        const found =
          trial.surface === 'mcp'
            ? (await trial.tools()).map(({ name }) => name)
            : commandsIn((await trial.command(['--help'])).stderr);
        const offending = found.filter((name) => pattern.test(name));
        ensure(offending.length === 0, `there is ${offending.join(', ')}`);
      },
    }),
  ),
  {
    id: '1.3-6',
    text: 'Authorizing access does not wake an assistant or start a model turn.',
    surfaces: ['mcp'],
    check: async (trial) => {
      const { text } = await trial.send(rpcRequest('tools/list'));
      ensure(!/sampling\/|elicitation\//.test(text), 'the service sends requests to the assistant');
    },
  },
  {
    id: '1.3-7',
    text: 'The host that receives a webhook exposes the callback and decides what to execute.',
    check: { shownBy: 'test/integration/examples/receivers.test.ts' },
  },
  ...(
    [
      ['1.3-8', 'creates anything', [monitors.create, delivery.connect]],
      ['1.3-9', 'deletes anything', [monitors.delete, delivery.disconnect]],
      ['1.3-10', 'pauses all monitors', [monitors.pause_all]],
      ['1.3-11', 'changes delivery', [delivery.set]],
      ['1.3-12', 'updates the profile', [profile.update]],
    ] as const
  ).map(
    ([id, what, all]): CheckedStatement => ({
      id,
      text: `An assistant asks the human before it ${what}: the tools say that they write.`,
      surfaces: ['mcp'],
      check: async (trial) => {
        const names = new Set<string>(all.map(({ name }) => name));
        const tools = (await trial.tools()).filter(({ name }) => names.has(name));
        if (tools.length === 0) throw new NotChecked(`there is no tool ${[...names].join(', ')}`);
        const silent = tools.filter(({ annotations }) => annotations?.readOnlyHint !== false);
        ensure(silent.length === 0, `${silent.map(({ name }) => name)} has no readOnlyHint: false`);
      },
    }),
  ),
  {
    id: '1.3-13',
    text: 'An assistant never buys a plan: no tool does.',
    surfaces: ['mcp'],
    check: async (trial) => {
      const names = (await trial.tools()).map(({ name }) => name);
      const buying = names.filter((name) => /buy|purchase|checkout|pay/.test(name));
      ensure(buying.length === 0, `there is ${buying.join(', ')}`);
    },
  },
  {
    id: '1.3-14',
    text: 'Predictive research is a separate product and sends no webhook events.',
    needs: eventNeeds,
    check: (trial) => sendsOnlyAlerts(trial),
  },
  {
    id: '1.3-15',
    text: 'Briefings are a separate product and send no webhook events.',
    needs: scheduleNeeds,
    check: async (trial) => {
      const { id } = await trial.monitor();
      const callback = await trial.callback();
      await trial.connect(callback.url);
      await trial.ok(monitors.pause, { id });
      await trial.world.advance(25 * hour);
      const briefing = itemsOf(await trial.ok(briefings.list))[0];
      ensure(briefing !== undefined, 'no briefing was made in a day');
      const types = callback.requests.map((request) => eventIn(request)['type']);
      ensure(types.length === 0, `${types} was sent`);
    },
  },
];

/** @throws {Violation} if a monitor causes an event of another type than `news.alert` */
async function sendsOnlyAlerts(trial: Trial): Promise<void> {
  const { event } = await firstEvent(trial, await connectMonitor(trial));
  ensure(event['type'] === 'news.alert', `its type is ${describe(event['type'])}`);
}

/** The names in the list of commands of a help text. */
function commandsIn(help: string): string[] {
  const [, list = ''] = help.split(/^commands:$/im);
  return [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
}
