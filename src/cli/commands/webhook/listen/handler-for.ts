import type { Handler } from 'newswatch/receiver';
import { withoutVariables } from '../../../../node/environment.ts';
import type { Log } from '../../../../node/log.ts';
import { bundles } from '../../../bundles.ts';
import { invalidInput } from '../../../errors/failure.ts';
import { checkProgram } from '../../../run/check-program.ts';
import type { Shell } from '../../../shell.ts';
import { parseTargetUrl } from '../target-url.ts';
import type { ListenFlags } from './listen-flags.ts';

/** The handler that the flags choose: a program, a URL or stdout. */
export async function handlerFor(
  { exec, forward }: ListenFlags,
  words: readonly string[],
  shell: Shell,
  log: Log,
): Promise<Handler> {
  const { env, output } = shell;
  const [program, ...args] = [...(exec ?? []), ...words];
  if (!exec && program !== undefined) {
    throw invalidInput(`unexpected argument ${JSON.stringify(program)}: a program needs --exec`);
  }
  const { execHandler, forwardHandler, linesHandler } = await bundles.receiver();
  if (forward !== undefined) return forwardHandler(parseTargetUrl(forward, '--forward'));
  if (program === undefined) return linesHandler((json) => output.deliver(json));
  checkProgram(program, '--exec', shell);
  return execHandler({
    command: [program, ...args],
    env: withoutVariables(env, ['SERVICE_WEBHOOK_SECRET']),
    log,
    onErrorLine: (line) => output.log(line),
  });
}
