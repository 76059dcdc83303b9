import type { Command } from 'commander';
import { operations } from '../../contract/operations.ts';
import { readConfig } from '../config/config-file.ts';
import { settingValues } from '../config/setting-sources.ts';
import { type GlobalFlags, remoteSettings } from '../config/settings.ts';
import { exitCodeForStatus, serviceExitCodes } from '../errors/exit-code.ts';
import { callFailure } from '../errors/failure.ts';
import { withManual } from '../help/manual.ts';
import { createCliClient } from '../run/cli-client.ts';
import type { Shell } from '../shell.ts';

/** Adds `auth`: which key is used, and whether the service takes it. */
export function addAuth(program: Command, shell: Shell): void {
  const group = program.command('auth').description('The API key that is used');
  withManual(group.command('status'), {
    examples: ['auth status', 'auth status | jq -r .api_key_source'],
    exitCodes: serviceExitCodes,
  })
    .summary('Say where the key comes from and whether the service takes it')
    .description(
      'Say where the key and the origin come from and whether the service takes the key, never the key\nitself. Exits with 4 where it is refused.',
    )
    .action(() => status(program.opts<GlobalFlags>(), shell));
}

async function status(flags: GlobalFlags, shell: Shell): Promise<void> {
  const settings = await remoteSettings(flags, shell);
  const { base_url, api_key } = settingValues(flags, shell.env, await readConfig());
  const caller = createCliClient(settings, shell);
  try {
    const { status, text } = await caller.call(operations.account.overview, {});
    const accepted = status < 400;
    const told = { base_url: base_url[0], api_key_source: api_key[0]?.source, accepted };
    // What the service said stays as it came, to the digit and however deep.
    const said = accepted ? `"overview":${text}` : `"status":${status},"answer":${text}`;
    shell.output.document(`${JSON.stringify(told).slice(0, -1)},${said}}`);
    shell.exit(exitCodeForStatus(status));
  } catch (error) {
    throw callFailure(error, operations.account.overview);
  } finally {
    await caller.close();
  }
}
