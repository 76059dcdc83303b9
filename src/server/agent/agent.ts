import type { NewsItem } from '../../contract/news.ts';
import { runSubprocess, SubprocessError } from '../../node/subprocess.ts';
import { AgentError } from './agent-error.ts';
import { type AgentResult, parseAgentResults } from './agent-results.ts';

/** The JSON document that the program reads from stdin. */
interface AgentTask {
  monitor: { id: string; title: string; prompt: string };
  candidates: NewsItem[];
}

/** Chooses and writes the results of an agentic run. */
export type Agent = (task: AgentTask, signal: AbortSignal) => Promise<AgentResult[]>;

const defaultTimeout = 60_000;
const maxOutput = 1024 * 1024;

/**
 * An agent that starts the operator's program for each run, with only PATH in its environment. When
 * the program exits, the processes that it started are killed. The agent rejects with an
 * `AgentError` if the program fails or prints invalid results.
 *
 * @param timeout milliseconds of real time (default: 60,000)
 */
export function programAgent(
  command: readonly [string, ...string[]],
  timeout: number = defaultTimeout,
): Agent {
  return async (task, signal) => {
    const input = JSON.stringify(task);
    const env = { PATH: process.env['PATH'] };
    const options = { command, env, input, timeout, maxOutput, killGroupAtExit: true, signal };
    const output = await runSubprocess(options).catch((error: unknown) => {
      if (!(error instanceof SubprocessError)) throw error;
      throw new AgentError(error.message, error.stderr);
    });
    return parseAgentResults(output);
  };
}
