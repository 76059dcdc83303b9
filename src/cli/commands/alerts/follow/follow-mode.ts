import { Option } from 'commander';
import type { OperationMode } from '../../../run/operation-mode.ts';

export const defaultInterval = '10';

/** The flags of `alerts list --follow`. */
export const followMode: OperationMode = {
  options: () => [
    new Option(
      '--follow',
      'print new alerts as JSON Lines, oldest first, until interrupted; starts at the bookmark, at --since or now',
    ).conflicts(['limit', 'cursor', 'until', 'output', 'exitStatus', 'format', 'fields']),
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
  replacesArguments: false,
};
