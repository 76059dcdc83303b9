import { Option } from 'commander';
import { usageFailure } from '../../../errors/failure.ts';
import type { runOperation } from '../../../run/run-operation.ts';

interface FollowFlags {
  follow?: boolean;
  interval?: string;
  bookmark?: string;
}

const defaultInterval = '10';

/** `alerts list --follow`: its flags alone; what it does is loaded when it is asked for. */
export const followMode = {
  /** Made anew for each program. */
  options: () => [
    new Option(
      '--follow',
      'print new alerts as JSON Lines, oldest first, until a signal; from now on unless --since or a bookmark says otherwise',
    ).conflicts(['limit', 'until', 'output', 'exitStatus', 'compact', 'jsonl']),
    new Option(
      '--interval <seconds>',
      `with --follow: seconds between looks (${defaultInterval} unless given)`,
    ).default(undefined, defaultInterval),
    new Option(
      '--bookmark <name>',
      'with --follow: go on after the last alert that stdout took under this name',
    ),
  ],
  examples: [
    'alerts list --follow | jq -r .monitor_title',
    'alerts list --follow --bookmark desk --since 24h --interval 30',
  ],
  /**
   * What the flags ask for; `undefined` where that is a plain call.
   *
   * @throws {Failure} when the flags cannot be carried out as written
   */
  async action({
    follow,
    interval,
    bookmark,
  }: FollowFlags): Promise<typeof runOperation | undefined> {
    if (follow) {
      const milliseconds = parseInterval(interval ?? defaultInterval);
      const { followCommand } = await import('./follow-command.ts');
      return followCommand({ interval: milliseconds, bookmark });
    }
    const [stray] =
      Object.entries({ interval, bookmark }).find(([, value]) => value !== undefined) ?? [];
    if (stray === undefined) return undefined;
    throw usageFailure('invalid_value', `--${stray} goes with --follow`);
  },
};

/** Seconds as text, to milliseconds. */
function parseInterval(text: string): number {
  const seconds = /^\d{1,5}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (seconds >= 0.1 && seconds <= 86_400) return Math.round(seconds * 1000);
  throw usageFailure(
    'invalid_value',
    `--interval must be seconds from 0.1 to 86400 (got ${JSON.stringify(text)})`,
  );
}
