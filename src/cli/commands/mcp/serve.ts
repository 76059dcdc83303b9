import type { Command } from 'commander';
import { bundles } from '../../bundles.ts';
import type { GlobalFlags } from '../../config/settings.ts';
import { exitCode, serviceExitCodes } from '../../errors/exit-code.ts';
import { withManual } from '../../help/manual.ts';
import { isReadOnly } from '../../run/read-only.ts';
import type { Shell } from '../../shell.ts';
import { mcpUrl, withTarget } from './connection.ts';
import { parseJsonObject } from './json-object.ts';
import { failureMessage } from './mcp-failure.ts';
import { HttpStatusError, ServiceFetch } from './service-fetch.ts';
import { isReadTool } from './tool-effect.ts';

/** Adds `mcp serve`. */
export function addMcpServe(group: Command, shell: Shell): void {
  withManual(group.command('serve'), {
    examples: ['mcp serve', 'mcp serve --local'],
    exitCodes: serviceExitCodes,
  })
    .summary('Be an MCP server on stdio that passes everything on to the service')
    .description(
      'Be an MCP server on standard input and output, for assistants that speak nothing else: every\nmessage is passed on to the service. SERVICE_READ_ONLY=1 offers the tools that only read.',
    )
    .addHelpText('after', configuration)
    .action(async (_flags, command: Command) => serve(command.optsWithGlobals(), shell));
}

const configuration = `
As an assistant's configuration has it:
  {"mcpServers": {"news": {"command": "newswatch", "args": ["mcp", "serve"],
    "env": {"SERVICE_BASE_URL": "https://news.example.com", "SERVICE_API_KEY": "…"}}}}`;

async function serve(flags: GlobalFlags, shell: Shell): Promise<void> {
  const interruption = shell.interrupted();
  await withTarget(flags, shell, async (settings) => {
    const { baseUrl, apiKey } = settings;
    // No deadline: the assistant on the other side has its own.
    const service = new ServiceFetch({ baseUrl, apiKey });
    const bridge = await bridgeOver(service, mcpUrl(settings), shell);
    const signal = await Promise.race([bridge.run(), interruption]);
    await bridge.close();
    await service.close();
    if (signal) shell.exit(signal === 'SIGINT' ? exitCode.interrupted : exitCode.terminated);
  });
}

async function bridgeOver(service: ServiceFetch, url: URL, shell: Shell) {
  const { Bridge } = await bundles.mcp();
  return new Bridge({
    url,
    // The library would word an error of the service in its own way.
    fetch: async (address, init) => {
      const answer = await service.fetch(address, init);
      if (service.failure instanceof HttpStatusError && !answer.ok) throw service.failure;
      return answer;
    },
    stdin: shell.stdin,
    write: (json) => void shell.output.deliver(json),
    only: isReadOnly(shell) ? { offers: isReadTool, refusal: refusalOf } : undefined,
    onFailure: (error) => {
      const words = failureMessage(error);
      shell.output.note(`newswatch: ${words}`);
      return words;
    },
    resultOf: (error) =>
      error instanceof HttpStatusError && parseJsonObject(error.text)
        ? errorResult(error.text)
        : undefined,
  });
}

/** The result of a tool that is not offered. */
function refusalOf(name: string): object {
  const message = `${name} is not offered: SERVICE_READ_ONLY is set, and it does not only read`;
  return errorResult(JSON.stringify({ error: 'read_only', message }));
}

function errorResult(text: string): object {
  return { content: [{ type: 'text', text }], isError: true };
}
