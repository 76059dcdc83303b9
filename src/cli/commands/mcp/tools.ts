import type { Command } from 'commander';
import type { GlobalFlags } from '../../config/settings.ts';
import { serviceExitCodes } from '../../errors/exit-code.ts';
import { withManual } from '../../help/manual.ts';
import { withSettings } from '../../run/cli-client.ts';
import type { Shell } from '../../shell.ts';
import { withMcpConnection } from './mcp-connection.ts';
import { printMcpFailure } from './mcp-failure.ts';

/** Adds `mcp tools`. */
export function addTools(group: Command, shell: Shell): void {
  withManual(group.command('tools'), { examples, exitCodes: serviceExitCodes })
    .summary('List the tools of the service')
    .description('List the tools of the service with the JSON Schemas of their arguments')
    .action(async (_flags, command: Command) => tools(command.optsWithGlobals(), shell));
}

const examples = ["mcp tools | jq -r '.tools[].name'"];

async function tools(flags: GlobalFlags, shell: Shell): Promise<void> {
  try {
    await withSettings(flags, shell, async (settings) =>
      withMcpConnection(settings, shell, async (connection) => {
        shell.output.document(JSON.stringify({ tools: await connection.tools() }));
      }),
    );
  } catch (error) {
    await printMcpFailure(error, 'read', shell);
  }
}
