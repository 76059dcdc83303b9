import type { Shell } from '../shell.ts';

/** Whether this is a job of CI: `CI` is set, but neither to `0` nor to `false`. */
export function isCi(env: Shell['env']): boolean {
  return !/^(|0|false)$/i.test(env['CI'] ?? '');
}
