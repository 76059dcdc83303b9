import type { NewsItem } from '../../contract/news.ts';
import { minimalEnvironment, withVariables } from '../../node/environment.ts';
import { runSubprocess, SubprocessError } from '../../node/subprocess.ts';
import { type TraceContext, traceVariables } from '../../node/trace-context.ts';
import { AgentError } from './agent-error.ts';
import { agentFailure } from './agent-failure.ts';
import { type AgentResult, parseAgentResults } from './agent-results.ts';

/** The JSON document that the program reads from stdin. */
interface AgentTask {
  monitor: { id: string; title: string; prompt: string };
  candidates: NewsItem[];
}

interface AgentRunOptions {
  /** Id of the account that the monitor belongs to. */
  account: string;
  /** Aborting it stops the run. */
  signal: AbortSignal;
  /** The trace that the program continues. */
  trace: TraceContext;
}

/** Chooses and writes the results of an agentic run. */
export type Agent = (task: AgentTask, options: AgentRunOptions) => Promise<AgentResult[]>;

interface AgentProgram {
  /** The program and its arguments. */
  command: readonly [string, ...string[]];
  /** Environment variables besides those of `minimalEnvironment()` (default: none). */
  env?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds of real time (default: 60,000). */
  timeout?: number | undefined;
}

const defaultTimeout = 60_000;
const maxOutput = 1024 * 1024;

/**
 * An agent that starts the operator's program for each run. When the program exits, the processes
 * that it started are killed. The agent rejects with an `AgentError` if the program fails or prints
 * invalid results.
 */
export function programAgent({
  command,
  env: variables = {},
  timeout = defaultTimeout,
}: AgentProgram): Agent {
  return async (task, { signal, trace }) => {
    const input = JSON.stringify(task);
    const env = withVariables(minimalEnvironment(), { ...traceVariables(trace), ...variables });
    const options = { command, env, input, timeout, maxOutput, killGroupAtExit: true, signal };
    const output = await runSubprocess(options).catch((error: unknown) => {
      if (!(error instanceof SubprocessError)) throw error;
      throw new AgentError(agentFailure(error.stdout) ?? error.message, error.stderr);
    });
    return parseAgentResults(output);
  };
}
