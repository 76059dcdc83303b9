import type { Command } from 'commander';
import type { McpTool } from 'newswatch/mcp';
import { asTool } from '../../../contract/as-tool.ts';
import type { Operation } from '../../../contract/operation.ts';
import { parseFieldText } from '../../../contract/parse-field-text.ts';
import type { GlobalFlags } from '../../config/settings.ts';
import { exitCode, serviceExitCodes } from '../../errors/exit-code.ts';
import { Failure } from '../../errors/failure.ts';
import { withManual } from '../../help/manual.ts';
import { type DocumentFlags, openView } from '../../output/print-document.ts';
import { printResponse } from '../../output/print-response.ts';
import { withSettings } from '../../run/cli-client.ts';
import { withReadOptions, yesOption } from '../../run/command-options.ts';
import { assertNotReadOnly } from '../../run/read-only.ts';
import { withStandardInput } from '../../run/standard-input.ts';
import type { Shell } from '../../shell.ts';
import { findOperation, findTool, isDestructiveTool, isReadTool } from './find-tool.ts';
import { withMcpConnection } from './mcp-connection.ts';
import { printMcpFailure } from './mcp-failure.ts';
import { inputFromJson, inputFromWords, valuesOf } from './tool-input.ts';
import { toServiceResponse } from './tool-response.ts';

interface ToolFlags extends GlobalFlags, DocumentFlags {
  json?: string;
  yes?: boolean;
}

/** The arguments of the tool. */
interface ToolInput {
  /** As far as they are known without the schema of the tool. */
  given: Readonly<Record<string, unknown>>;
  for(tool: McpTool): Record<string, unknown>;
}

/** Adds `mcp call`. */
export function addCall(group: Command, shell: Shell): void {
  withManual(withReadOptions(group.command('call')), {
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
    .addOption(yesOption())
    .action(async (name: string, words: string[], _flags, command: Command) => {
      await callTool(name, words, command.optsWithGlobals(), shell);
    });
}

const examples = [
  'mcp call account.overview',
  'mcp call news.search query="chip exports" limit=3',
  'mcp call delivery.set --yes --json \'{"channel_id":"chan_example","status":"disabled"}\'',
];

async function callTool(
  name: string,
  words: readonly string[],
  flags: ToolFlags,
  shell: Shell,
): Promise<void> {
  const operation = findOperation(name);
  if (operation && operation.effect !== 'read') assertNotReadOnly(name, shell);
  const view = await openView(
    flags,
    { operation, list: operation?.list, infersList: !operation },
    shell,
  );
  const input = await readToolInput(words, flags.json, operation, shell);
  if (operation?.confirmation && !flags.yes) {
    const { confirmCalls } = await import('../../run/confirm-call.ts');
    await confirmCalls(asTool(operation), [input.given], flags, shell);
  }
  // Nothing can have changed before the tool is called.
  let effect: Operation['effect'] = 'read';
  try {
    await withSettings(flags, shell, async (settings) =>
      withMcpConnection(settings, shell, async (connection) => {
        const tool = findTool(name, await connection.tools());
        if (!isReadTool(tool)) assertNotReadOnly(name, shell);
        if (!operation && isDestructiveTool(tool) && !flags.yes) throw toolNeedsYes(name);
        const toolInput = input.for(tool);
        effect = operation?.effect ?? (isReadTool(tool) ? 'read' : 'change');
        const response = toServiceResponse(await connection.call(name, toolInput));
        const { strict } = settings;
        await printResponse({ operation, effect, response, view }, { ...flags, strict }, shell);
      }),
    );
  } catch (error) {
    await printMcpFailure(error, effect, shell);
  }
}

async function readToolInput(
  words: readonly string[],
  json: string | undefined,
  operation: Operation | undefined,
  shell: Shell,
): Promise<ToolInput> {
  if (json === undefined) {
    const values = await withStandardInput(valuesOf(words), shell);
    const given = operation ? parseFieldText(asTool(operation), values) : values;
    return { given, for: (tool) => inputFromWords(tool, values) };
  }
  if (words.length > 0) {
    throw new Failure('conflicting_option', '--json cannot be used with key=value arguments');
  }
  const { text = '' } = await withStandardInput({ text: json }, shell);
  const given = inputFromJson(text);
  return { given, for: () => given };
}

/** This version of the program does not know what the tool destroys. */
function toolNeedsYes(name: string): Failure {
  return new Failure('confirmation_required', `${name} may destroy something: --yes is required`);
}
