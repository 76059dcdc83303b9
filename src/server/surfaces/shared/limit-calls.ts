import { ApiError } from '../../domain/api-error.ts';
import type { Service } from '../../domain/service.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { requestLimits } from './limits.ts';

/** Limits the calls of one account that run at the same time, on all surfaces together. */
export function limitCalls(service: Service): Service {
  const limit = new ConcurrencyLimit({
    maxRunning: requestLimits.maxRunningPerAccount,
    maxWaiting: requestLimits.maxQueuedPerAccount,
    excess: () =>
      new ApiError('rate_limited', 'too many calls of this account run or wait; try again in 1 s'),
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
