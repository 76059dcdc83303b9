import type { NewsItem } from '../../contract/news.ts';
import { type AgentResult, readAgentResults } from './agent-results.ts';
import { type Program, runProgram } from './program.ts';

/** What the program gets on its stdin, as one JSON document. */
interface AgentTask {
  monitor: { id: string; title: string; prompt: string };
  candidates: NewsItem[];
}

/** Does the work of an agentic run. */
export type Agent = (task: AgentTask, signal: AbortSignal) => Promise<AgentResult[]>;

/** Real milliseconds. */
const timeLimit = 60_000;

/**
 * The operator's program as an agent: it is started anew for each run.
 *
 * @param limit real milliseconds that it gets; 60,000 unless given
 * @throws {AgentFailure} from each run where the program gives no valid results
 */
export function programAgent(command: Program['command'], limit: number = timeLimit): Agent {
  return async (task, signal) => {
    const input = JSON.stringify(task);
    return readAgentResults(await runProgram({ command, input, timeLimit: limit, signal }));
  };
}
