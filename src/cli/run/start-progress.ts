import type { GlobalFlags } from '../config/settings.ts';
import type { Progress } from '../output/progress.ts';
import type { Shell } from '../shell.ts';

/**
 * The progress of long work; `undefined` if it is not to be shown.
 *
 * @param streams whether items are printed on stdout while the work runs
 */
export async function startProgress(
  { progress: flag }: Pick<GlobalFlags, 'progress'>,
  { output, env }: Pick<Shell, 'output' | 'env'>,
  { streams = false } = {},
): Promise<Progress | undefined> {
  if (flag !== true && !output.terminal) return undefined;
  const { Progress, progressMode } = await import('../output/progress.ts');
  const mode = progressMode({ flag, env, output, streams });
  return mode === 'none' ? undefined : new Progress(output, mode);
}
