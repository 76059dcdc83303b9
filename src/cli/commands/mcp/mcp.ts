import type { Command } from 'commander';
import type { Shell } from '../../shell.ts';
import { addCall } from './call.ts';
import { addMcpServe } from './serve.ts';
import { addTools } from './tools.ts';

/** Declares `mcp`: calls the MCP tools of the service, and serves them on stdio for assistants. */
export function declareMcp(group: Command, shell: Shell): void {
  for (const add of [addTools, addCall, addMcpServe]) add(group, shell);
}
