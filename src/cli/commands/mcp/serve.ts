import type { Command } from 'commander';
import { bundles } from '../../bundles.ts';
import type { GlobalFlags } from '../../config/settings.ts';
import { ErrorResponse } from '../../errors/error-response.ts';
import { serviceExitCodes } from '../../errors/exit-code.ts';
import { withManual } from '../../help/manual.ts';
import { withSettings } from '../../run/cli-client.ts';
import { untilAborted } from '../../run/interruption.ts';
import { isReadOnly } from '../../run/read-only.ts';
import type { Shell } from '../../shell.ts';
import { isReadTool } from './find-tool.ts';
import { parseJsonObject } from './json-object.ts';
import { mcpUrl } from './mcp-connection.ts';
import { failureMessage } from './mcp-failure.ts';
import { errorResponseOf, ServiceFetch } from './service-fetch.ts';

/** Adds `mcp serve`. */
export function addMcpServe(group: Command, shell: Shell): void {
  withManual(group.command('serve'), {
    examples: ['mcp serve', 'mcp serve --local'],
    exitCodes: serviceExitCodes,
  })
    .summary('Run an MCP server on stdio that forwards to the service')
    .description(
      'Run an MCP server on stdin and stdout, for assistants without HTTP support. It forwards every message\nto the service, each with the timeout of a call. With SERVICE_READ_ONLY=1 it offers only the tools that read.',
    )
    .addHelpText('after', configuration)
    .action(async (_flags, command: Command) => serve(command.optsWithGlobals(), shell));
}

const configuration = `
In the configuration of an assistant:
  {"mcpServers": {"news": {"command": "newswatch", "args": ["mcp", "serve"],
    "env": {"SERVICE_BASE_URL": "https://news.example.com", "SERVICE_API_KEY": "…"}}}}`;

async function serve(flags: GlobalFlags, shell: Shell): Promise<void> {
  const interruption = shell.interruption();
  await withSettings(flags, shell, async (settings) => {
    const service = new ServiceFetch(settings, settings.timeout);
    const bridge = await createBridge(service, mcpUrl(settings), shell);
    await Promise.race([bridge.run(), untilAborted(interruption)]);
    await bridge.close();
    service.close();
  });
}

async function createBridge(service: ServiceFetch, url: URL, shell: Shell) {
  const { Bridge } = await bundles.mcp();
  return new Bridge({
    url,
    fetch: service.fetch,
    toError: errorResponseOf,
    stdin: shell.stdin,
    write: (json) => void shell.output.deliver(json),
    toolFilter: isReadOnly(shell) ? { offers: isReadTool, rejection } : undefined,
    onFailure: (error) => {
      const message = failureMessage(error);
      shell.output.note(`newswatch: ${message}`);
      return message;
    },
    toToolResult: (error) =>
      error instanceof ErrorResponse && parseJsonObject(error.response.text)
        ? errorResult(error.response.text)
        : undefined,
  });
}

/** The result of calling a tool that is not offered. */
function rejection(name: string): object {
  const message = `${name} is not offered: it can write, and SERVICE_READ_ONLY is set`;
  return errorResult(JSON.stringify({ error: 'read_only', message }));
}

function errorResult(text: string): object {
  return { content: [{ type: 'text', text }], isError: true };
}
