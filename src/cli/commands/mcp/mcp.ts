import type { Command } from 'commander';
import { addLazily } from '../../help/lazy-commands.ts';
import type { Shell } from '../../shell.ts';
import { addCall } from './call.ts';
import { addMcpServe } from './serve.ts';
import { addTools } from './tools.ts';

/** Adds `mcp`: the service's MCP surface, from a shell and for assistants that speak stdio. */
export function addMcp(program: Command, shell: Shell): void {
  const group = program
    .command('mcp')
    .description('The service’s tools over MCP, and a stdio server for assistants');
  addLazily(group, () => {
    for (const add of [addTools, addCall, addMcpServe]) add(group, shell);
  });
}
