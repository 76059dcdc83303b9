import type { Operations } from '../../../contract/operations.ts';
import type { Context, Handlers } from '../context.ts';
import { hasPlan } from './is-entitled.ts';
import { quotasOf } from './quotas.ts';
import { dayOf } from './usage-meter.ts';

const day = 86_400_000;
const periodDays = 30;

export function usageHandler(context: Context): Handlers<Operations>['usage'] {
  const { store, clock, usage } = context;
  return async (_input, { account }) => {
    await usage.flush();
    const now = clock.now();
    const from = dayOf(now - (periodDays - 1) * day);
    const totals = new Map<string, number>();
    for (const { operation, requests } of await store.usage.since(account.id, from)) {
      totals.set(operation, (totals.get(operation) ?? 0) + requests);
    }
    return {
      period: { from, to: dayOf(now) },
      requests: [...totals.values()].reduce((sum, requests) => sum + requests, 0),
      quota: null,
      plan_quotas: hasPlan(account) ? quotasOf(context, account.plan) : null,
      operations: [...totals].map(([operation, requests]) => ({ operation, requests })),
    };
  };
}
