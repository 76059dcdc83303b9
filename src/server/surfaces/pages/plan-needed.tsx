import type { AccountRecord } from '../../store/store.ts';
import { pagePaths } from './paths.ts';

/** How an account without a plan gets one, in a sentence. */
export function PlanNeeded({ account }: { account: Pick<AccountRecord, 'plan_managed_by'> }) {
  if (account.plan_managed_by === 'operator') {
    return <>Only the operator of this server can turn it on.</>;
  }
  return (
    <>
      <a href={pagePaths.pricing}>Turn the plan on</a> under Pricing; nothing is charged.
    </>
  );
}
