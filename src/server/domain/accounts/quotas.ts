import { counted } from '../../../contract/counted.ts';
import { maxTextLength } from '../../../contract/shared-fields.ts';
import type { Quotas } from '../../../node/quotas.ts';
import { ApiError, invalidField } from '../api-error.ts';
import type { Context, Principal } from '../context.ts';

/** Defaults of `serve --quota`. docs/limits.md lists them. */
export const defaultQuotas: Quotas = { monitors: 10_000, connections: 1000, prompt: maxTextLength };

type QuotaContext = Pick<Context, 'metrics' | 'quotas'>;

/** @throws {ApiError} `forbidden` if the account has all that its plan allows */
export function assertQuota(
  context: QuotaContext,
  principal: Principal,
  kind: 'monitors' | 'connections',
  count: number,
): void {
  const maximum = quotasOf(context, principal.account.plan)[kind];
  if (count < maximum) return;
  context.metrics.count('newswatch_quota_exceeded_total', { quota: kind });
  throw new ApiError(
    'forbidden',
    `the plan of this account allows ${counted(maximum, kind.slice(0, -1))}: delete one that is no longer needed, or ask the operator of the service for more`,
  );
}

/** @throws {ApiError} `invalid_request` if the prompt is longer than the plan allows */
export function assertPromptQuota(
  context: QuotaContext,
  principal: Principal,
  prompt: string,
): void {
  const maximum = quotasOf(context, principal.account.plan).prompt;
  if ([...prompt].length <= maximum) return;
  context.metrics.count('newswatch_quota_exceeded_total', { quota: 'prompt' });
  throw invalidField(
    'prompt',
    `must have at most ${counted(maximum, 'character')} in the plan of this account`,
  );
}

/** The quotas of an account with the plan. */
export function quotasOf({ quotas = {} }: Pick<Context, 'quotas'>, plan: string): Quotas {
  const ofPlan = quotas.plans?.[plan];
  const quotaOf = (kind: keyof Quotas) => ofPlan?.[kind] ?? quotas[kind] ?? defaultQuotas[kind];
  return {
    monitors: quotaOf('monitors'),
    connections: quotaOf('connections'),
    prompt: quotaOf('prompt'),
  };
}
