import type { ServerOptions } from 'newswatch/server';
import { bundles } from '../../bundles.ts';
import { invalidInput, invalidValue } from '../../errors/failure.ts';
import { checkProgram } from '../../run/check-program.ts';
import { parseInteger } from '../../run/flag-values.ts';
import { splitCommand } from '../../run/split-command.ts';
import type { Shell } from '../../shell.ts';

interface AgentFlags {
  agent?: string;
  agentEnv?: string[];
  agentRunsPerHour: string;
}

/**
 * The options of `--agent`: a bundled agent by its name, or any other program.
 *
 * @throws {Failure} if there is no such program, or one of its variables is not set
 */
export async function agentOptions(
  { agent, agentEnv = [], agentRunsPerHour }: AgentFlags,
  shell: Shell,
): Promise<Pick<ServerOptions, 'agent' | 'agentEnv' | 'agentRunsPerHour'>> {
  const range = { min: 1, max: 999_999 };
  const limit = parseInteger('--agent-runs-per-hour', agentRunsPerHour, range);
  if (agent === undefined) {
    if (agentEnv.length > 0) throw invalidInput('--agent-env needs --agent');
    return {};
  }
  const [program, ...args] = splitCommand(agent) ?? [];
  if (!program) {
    throw invalidValue('--agent', 'a program with its arguments, without unclosed quotes', agent);
  }
  const { bundledAgents } = await bundles.server();
  const bundled = bundledAgents().get(program);
  if (!bundled) checkProgram(program, '--agent', shell);
  const { command = [program], required = [], optional = [] } = bundled ?? {};
  const variables = [
    ...required.map((name) => variable(name, `--agent ${program}`, shell)),
    ...optional.flatMap((name) => (shell.env[name] ? [variable(name, '--agent', shell)] : [])),
    ...agentEnv.map((name) => variable(name, '--agent-env', shell)),
  ];
  return {
    agent: [...command, ...args],
    agentEnv: Object.fromEntries(variables),
    agentRunsPerHour: limit,
  };
}

/** @throws {Failure} if the variable is not set; the error never contains its value */
function variable(name: string, flag: string, { env }: Shell): [string, string] {
  const value = env[name];
  if (value) return [name, value];
  throw invalidInput(`${flag}: the environment variable ${name.slice(0, 80)} is not set`);
}
