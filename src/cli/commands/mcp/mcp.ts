import type { Command } from 'commander';
import { addLazily } from '../../help/lazy-commands.ts';
import type { Shell } from '../../shell.ts';
import { addCall } from './call.ts';
import { addMcpServe } from './serve.ts';
import { addTools } from './tools.ts';

/** Adds `mcp`: calls the MCP tools of the service, and serves them on stdio for assistants. */
export function addMcp(program: Command, shell: Shell): void {
  const group = program
    .command('mcp')
    .description('Call the MCP tools of the service, or serve them on stdio');
  addLazily(group, () => {
    for (const add of [addTools, addCall, addMcpServe]) add(group, shell);
  });
}
