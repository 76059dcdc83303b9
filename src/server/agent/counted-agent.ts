import type { Metrics } from '../metrics/metrics.ts';
import type { Agent } from './agent.ts';

/** Counts the calls of an agent and their durations. */
export function countedAgent(agent: Agent, metrics: Metrics): Agent {
  return async (task, options) => {
    const started = performance.now();
    const end = (outcome: 'ok' | 'failed') => {
      metrics.count('newswatch_agent_calls_total', { outcome });
      const milliseconds = performance.now() - started;
      metrics.observe('newswatch_agent_call_duration_seconds', { outcome }, milliseconds);
    };
    try {
      const results = await agent(task, options);
      end('ok');
      return results;
    } catch (error) {
      end('failed');
      throw error;
    }
  };
}
