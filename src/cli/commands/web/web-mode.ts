import { Option } from 'commander';
import type { OperationMode } from '../../run/operation-mode.ts';

/** The flag `--web` of an operation whose response belongs to a page. */
export function webMode(page: string): OperationMode {
  return {
    options: () => [
      new Option('--web', `open ${page} in the browser instead of printing JSON`).conflicts([
        'format',
        'compact',
        'fields',
        'jq',
        'maxBytes',
        'output',
      ]),
    ],
    // They would open a browser.
    examples: [],
    replacesArguments: false,
  };
}
