import type { Service } from '../../domain/service.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { requestLimits } from './limits.ts';
import { rejectedBy } from './rate-limited-error.ts';

/** Limits the calls of one account that run at the same time, on all surfaces together. */
export function limitCalls(service: Service, metrics: Metrics): Service {
  const limit = new ConcurrencyLimit({
    maxRunning: requestLimits.maxRunningPerAccount,
    maxWaiting: requestLimits.maxQueuedPerAccount,
    excess: () => rejectedBy(metrics, 'concurrent_calls', 'calls of this account run or wait', 1),
  });
  return {
    ...service,
    call: (operation, readInput, principal, signal) =>
      limit.run(principal.account.id, ({ leave }) => {
        const read = () => leave(async () => readInput());
        return service.call(operation, read, principal, signal);
      }),
  };
}
