import type { AccountRecord } from '../../store/store.ts';

/** Whether the account has a plan, of whatever name. */
export function hasPlan({ plan }: Pick<AccountRecord, 'plan'>): boolean {
  return plan !== 'none';
}

/** Whether the account has a plan and is enabled, so that its monitors run and events are sent. */
export function isEntitled(account: AccountRecord): boolean {
  return hasPlan(account) && account.disabled_at === null;
}
