import type { Command } from 'commander';
import { operations } from '../../contract/operations.ts';
import { type GlobalFlags, remoteSettings, settingValues } from '../config/settings.ts';
import { exitCodeForStatus, serviceExitCodes } from '../errors/exit-code.ts';
import { callFailure } from '../errors/failure.ts';
import { withManual } from '../help/manual.ts';
import { reportErrorResponse } from '../output/report-error-response.ts';
import { createCliClient } from '../run/cli-client.ts';
import { interruptible } from '../run/interruption.ts';
import type { Shell } from '../shell.ts';

/** Adds `auth status`: shows which API key is used and whether the service accepts it. */
export function addAuth(program: Command, shell: Shell): void {
  const group = program.command('auth').description('Check the API key');
  withManual(group.command('status'), {
    examples: ['auth status', 'auth status | jq -r .api_key_source'],
    exitCodes: serviceExitCodes,
  })
    .summary('Show where the API key comes from and whether it is valid')
    .description(
      'Show where the API key and the origin come from and whether the service accepts the key. The key\nitself is not shown. Exits with 4 if the key is missing or rejected.',
    )
    .action(() => status(program.opts<GlobalFlags>(), shell));
}

async function status(flags: GlobalFlags, shell: Shell): Promise<void> {
  const settings = await remoteSettings(flags, shell);
  const { base_url, api_key_file } = await settingValues(flags, shell.env);
  const client = createCliClient(settings, shell);
  try {
    const deadline = await shell.deadline();
    const { overview } = operations.account;
    const response = await interruptible(overview, shell, (signal) =>
      client.call(overview, {}, { signal, deadline }),
    );
    const { status, text } = response;
    const accepted = status < 400;
    const summary = { base_url: base_url[0], api_key_source: api_key_file[0]?.source, accepted };
    // Inserted as text, so that the service's JSON stays exactly as it was sent.
    const details = accepted ? `"overview":${text}` : `"status":${status},"response":${text}`;
    shell.output.document(`${JSON.stringify(summary).slice(0, -1)},${details}}`);
    if (accepted) return;
    // On a terminal, the document above has said it.
    if (shell.output.sharesTerminal) shell.exit(exitCodeForStatus(status));
    else await reportErrorResponse(response, shell);
  } catch (error) {
    throw callFailure(error, operations.account.overview);
  } finally {
    await client.close();
  }
}
