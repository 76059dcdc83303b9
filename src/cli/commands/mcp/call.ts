import type { Command } from 'commander';
import type { McpTool } from 'newswatch/mcp';
import { didYouMean } from '../../../contract/did-you-mean.ts';
import type { Operation } from '../../../contract/operation.ts';
import type { GlobalFlags } from '../../config/settings.ts';
import { exitCode, serviceExitCodes } from '../../errors/exit-code.ts';
import { Failure } from '../../errors/failure.ts';
import { withManual } from '../../help/manual.ts';
import { printResponse } from '../../output/print-response.ts';
import { withSettings } from '../../run/cli-client.ts';
import { assertNotReadOnly } from '../../run/read-only.ts';
import { withStandardInput } from '../../run/standard-input.ts';
import type { Shell } from '../../shell.ts';
import { withMcpConnection } from './mcp-connection.ts';
import { printMcpFailure } from './mcp-failure.ts';
import { findOperation, isReadTool } from './tool-effect.ts';
import { inputFromJson, inputFromWords, valuesOf } from './tool-input.ts';
import { toServiceResponse } from './tool-response.ts';

interface CallFlags extends GlobalFlags {
  json?: string;
}

type InputBuilder = (tool: McpTool) => Record<string, unknown>;

/** Adds `mcp call`. */
export function addCall(group: Command, shell: Shell): void {
  withManual(group.command('call'), {
    examples,
    exitCodes: [...serviceExitCodes, exitCode.read_only],
  })
    .summary('Call a tool of the service')
    .description(
      'Call a tool of the service. Output and exit codes are those of the other commands.',
    )
    .argument('<tool>', 'name of the tool; see: newswatch mcp tools')
    .argument('[key=value...]', 'arguments of the tool; the value - is stdin')
    .option('--json <object>', 'arguments as one JSON object; - is stdin')
    .action(async (name: string, words: string[], _flags, command: Command) => {
      await callTool(name, words, command.optsWithGlobals(), shell);
    });
}

const examples = [
  'mcp call account.overview',
  'mcp call news.search query="chip exports" limit=3',
  'mcp call delivery.set --json \'{"channel_id":"chan_example","status":"disabled"}\'',
];

async function callTool(
  name: string,
  words: readonly string[],
  flags: CallFlags,
  shell: Shell,
): Promise<void> {
  const operation = findOperation(name);
  if (operation && operation.effect !== 'read') assertNotReadOnly(name, shell);
  const buildInput = await readToolInput(words, flags.json, shell);
  // Nothing can have changed before the tool is called.
  let effect: Operation['effect'] = 'read';
  try {
    await withSettings(flags, shell, async (settings) =>
      withMcpConnection(settings, shell, async (connection) => {
        const tool = findTool(name, await connection.tools());
        if (!isReadTool(tool)) assertNotReadOnly(name, shell);
        const input = buildInput(tool);
        effect = operation?.effect ?? (isReadTool(tool) ? 'read' : 'change');
        const response = toServiceResponse(await connection.call(name, input));
        await printResponse({ operation, response }, settings, shell);
      }),
    );
  } catch (error) {
    await printMcpFailure(error, effect, shell);
  }
}

async function readToolInput(
  words: readonly string[],
  json: string | undefined,
  shell: Shell,
): Promise<InputBuilder> {
  if (json === undefined) {
    const values = await withStandardInput(valuesOf(words), shell);
    return (tool) => inputFromWords(tool, values);
  }
  if (words.length > 0) {
    throw new Failure('conflicting_option', '--json cannot be used with key=value arguments');
  }
  const { text = '' } = await withStandardInput({ text: json }, shell);
  const input = inputFromJson(text);
  return () => input;
}

/** @throws {Failure} if the service has no such tool */
function findTool(name: string, tools: readonly McpTool[]): McpTool {
  const found = tools.find((tool) => tool.name === name);
  if (found) return found;
  const names = tools.map((tool) => tool.name);
  throw new Failure(
    'unknown_tool',
    `the service has no tool ${JSON.stringify(name)}${didYouMean(name, names)}`,
  );
}
