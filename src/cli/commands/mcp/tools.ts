import type { Command } from 'commander';
import type { McpTool } from 'newswatch/mcp';
import type { GlobalFlags } from '../../config/settings.ts';
import { serviceExitCodes } from '../../errors/exit-code.ts';
import { withManual } from '../../help/manual.ts';
import { type DocumentFlags, openPrinter } from '../../output/print-document.ts';
import { withSettings } from '../../run/cli-client.ts';
import { withReadOptions } from '../../run/command-options.ts';
import type { Shell } from '../../shell.ts';
import { findTool } from './find-tool.ts';
import { withMcpConnection } from './mcp-connection.ts';
import { printMcpFailure } from './mcp-failure.ts';

interface ToolsFlags extends GlobalFlags, DocumentFlags {
  full?: boolean;
}

/** Adds `mcp tools`. */
export function addTools(group: Command, shell: Shell): void {
  withManual(withReadOptions(group.command('tools')), { examples, exitCodes: serviceExitCodes })
    .argument('[tool]', 'describe the arguments of this tool (default: list all tools)')
    .option('--full', 'print the descriptions and JSON Schemas that the service sends')
    .summary('List the tools of the service, or describe one')
    .description(
      'List the tools of the service: those that only read, and those that write. With the name of a tool,\ndescribe its arguments.',
    )
    .action(async (name: string | undefined, _flags, command: Command) =>
      tools(name, command.optsWithGlobals(), shell),
    );
}

const examples = ["mcp tools | jq '.reads | keys'", 'mcp tools news.search', 'mcp tools --full'];

async function tools(name: string | undefined, flags: ToolsFlags, shell: Shell): Promise<void> {
  const print = await openPrinter(flags, shell, { infersList: true });
  try {
    await withSettings(flags, shell, async (settings) =>
      withMcpConnection(settings, shell, async (connection) => {
        const all = await connection.tools();
        await print(await documentOf(all, name, flags));
      }),
    );
  } catch (error) {
    await printMcpFailure(error, 'read', shell);
  }
}

async function documentOf(
  all: readonly McpTool[],
  name: string | undefined,
  { full }: ToolsFlags,
): Promise<object> {
  const { toolIndex, toolOutline } = await import('./tool-outline.ts');
  if (name === undefined) return full ? { tools: all } : toolIndex(all);
  const tool = findTool(name, all);
  return full ? tool : toolOutline(tool);
}
