import type { Clock } from '../clock.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ServerOptions } from '../server-options.ts';
import type { Store } from '../store/store.ts';
import { type Agent, programAgent } from './agent.ts';
import { countedAgent } from './counted-agent.ts';
import { limitedAgent } from './limited-agent.ts';

/** The agent that the options of a server name, within its limits; `undefined` without `agent`. */
export function operatorAgent(
  {
    agent: command,
    agentEnv: env,
    agentTimeLimit: timeout,
    agentRunsPerHour: runsPerHour,
  }: Pick<ServerOptions, 'agent' | 'agentEnv' | 'agentTimeLimit' | 'agentRunsPerHour'>,
  { rateLimits }: Store,
  clock: Clock,
  metrics: Metrics,
): Agent | undefined {
  if (command === undefined) return undefined;
  const agent = countedAgent(programAgent({ command, env, timeout }), metrics);
  return limitedAgent(agent, { rateLimits, clock }, { runsPerHour });
}
