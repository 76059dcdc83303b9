import { Option } from 'commander';
import { invalidInput } from '../../../errors/failure.ts';
import { parseSeconds } from '../../../run/flag-values.ts';
import type { OperationMode } from '../../../run/operation-mode.ts';

interface FollowFlags {
  follow?: boolean;
  interval?: string;
  bookmark?: string;
}

const defaultInterval = '10';

/** The flags of `alerts list --follow`; the code behind them is loaded when they are used. */
export const followMode: OperationMode = {
  options: () => [
    new Option(
      '--follow',
      'print new alerts as JSON Lines, oldest first, until interrupted; starts now, or where --since or a bookmark says',
    ).conflicts(['limit', 'until', 'output', 'exitStatus', 'compact', 'jsonl']),
    new Option('--interval <seconds>', 'with --follow: seconds between polls').default(
      undefined,
      defaultInterval,
    ),
    new Option(
      '--bookmark <name>',
      'with --follow: save the position under this name and continue from it',
    ),
  ],
  examples: [
    'alerts list --follow | jq -r .monitor_title',
    'alerts list --follow --bookmark desk --since 24h --interval 30',
  ],
  async action({ follow, interval, bookmark }: FollowFlags) {
    if (follow) {
      const milliseconds = parseSeconds('--interval', interval ?? defaultInterval, { min: 0.1 });
      const { followCommand } = await import('./follow-command.ts');
      return followCommand({ interval: milliseconds, bookmark });
    }
    const stray = interval !== undefined ? 'interval' : bookmark !== undefined ? 'bookmark' : '';
    if (stray === '') return undefined;
    throw invalidInput(`--${stray} requires --follow`);
  },
};
