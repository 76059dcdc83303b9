import { isPlanName } from '../../../node/quotas.ts';
import type { AccountRecord, Store } from '../../store/store.ts';
import { toTimestamp, toTimestampOrNull } from '../../timestamp.ts';
import { newId } from '../identifier.ts';
import { disabledAccount, invalid, unknownId } from './admin-error.ts';
import { type AdminPage, type AdminPageOptions, toAdminPage } from './admin-page.ts';
import { checkedName } from './checked-name.ts';

/** An account as the operator sees it. Times are RFC 3339 in UTC. */
export interface AdminAccount {
  /** Such as `acc_0123456789abcdef0123`, or any text in a fixture. */
  id: string;
  /** For people. */
  name: string;
  /**
   * `active`, `none`, or the name of another plan, which can have quotas of its own (`serve --quota`). With
   * `none`, news and monitoring are refused with `plan_required`.
   */
  plan: string;
  /**
   * Who changes the plan: `user` (with a switch on the pricing page) or `operator` (nobody else). The operator
   * manages the plans of accounts that an operator created, or whose plan an operator has set.
   */
  plan_managed_by: 'user' | 'operator';
  /** When the operator disabled the account; `null` if it is enabled. */
  disabled_at: string | null;
  /** When the account was created. */
  created_at: string;
}

/** A page of {@link AdminAccount}s. */
export interface AdminAccounts extends AdminPage {
  /** Oldest first. */
  accounts: AdminAccount[];
}

/** The result of deleting an account. */
export interface DeletedAccount {
  /** The id of the deleted account. */
  id: string;
  /** The number of its monitors that were deleted with it. */
  monitors: number;
}

/** What {@link accountAdmin} needs of the server. */
export interface AdminContext {
  store: Store;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The operator's actions on accounts. */
export function accountAdmin({ store, now }: AdminContext) {
  async function get(id: string): Promise<AdminAccount> {
    const account = await store.accounts.get(id);
    if (!account) throw unknownId('account', id);
    return toAdminAccount(account);
  }

  return {
    /** Oldest first. */
    async list({ limit, cursor }: AdminPageOptions): Promise<AdminAccounts> {
      const rows = await store.accounts.list(limit + 1, positionOf(cursor));
      const { items, ...page } = toAdminPage(rows, limit, ({ sequence }) => String(sequence));
      return { accounts: items.map(toAdminAccount), ...page };
    },

    get,

    /**
     * The plans that accounts have, in no order: a plan is any name that an account was given.
     *
     * @param except the id of an account that does not count
     */
    plans: (except?: string): Promise<string[]> => store.accounts.plans(except),

    /** @throws {AdminError} `invalid` if the name is empty or too long */
    async create({ name, plan }: { name: string; plan: string }) {
      assertPlan(plan);
      const id = newId('acc');
      await store.accounts.create({
        id,
        name: checkedName(name, invalid),
        plan,
        plan_managed_by: 'operator',
        created_at: now(),
      });
      return get(id);
    },

    /**
     * Sets the plan, which only the operator changes from then on. Without one, queued deliveries are stopped for good.
     *
     * @param plan `active`, `none`, or the name of another plan
     */
    async setPlan(id: string, plan: string): Promise<AdminAccount> {
      assertPlan(plan);
      await get(id);
      await store.accounts.setPlan(id, plan);
      return get(id);
    },

    /**
     * Shuts the account out of every surface at once: its keys, assistants, sessions and sign-in links
     * are refused, its monitors do not run, and its queued deliveries are stopped for good.
     */
    async disable(id: string): Promise<AdminAccount> {
      await get(id);
      await store.accounts.disable(id, now());
      return get(id);
    },

    /** Enables the account again, with its keys and assistants. */
    async enable(id: string): Promise<AdminAccount> {
      await get(id);
      await store.accounts.enable(id);
      return get(id);
    },

    /**
     * Deletes the account and what it owns: keys, sessions, assistants, monitors, runs, alerts,
     * connections, deliveries and briefings. It is disabled first. If this is interrupted, repeat it.
     *
     * @throws {AdminError} `not_found`, also if another process deletes it at the same time
     */
    async delete(id: string): Promise<DeletedAccount> {
      await get(id);
      await store.accounts.disable(id, now());
      const { accountRemoval, monitors } = store;
      let deleted = 0;
      for (;;) {
        await accountRemoval.deleteAlerts(id);
        const ids = await accountRemoval.someMonitors(id);
        for (const monitorId of ids) {
          await accountRemoval.deleteRuns(monitorId);
          await monitors.delete(monitorId);
        }
        deleted += ids.length;
        await accountRemoval.deleteDeliveries(id);
        if (await accountRemoval.deleteAccount(id)) return { id, monitors: deleted };
        // Otherwise another process has deleted it, or it got new records.
        await get(id);
      }
    },

    /** @throws {AdminError} `conflict` if the account is disabled */
    async assertEnabled(id: string): Promise<void> {
      const { disabled_at } = await get(id);
      if (disabled_at !== null) throw disabledAccount(id);
    },
  };
}

/** @throws {AdminError} `invalid` if the cursor is not one */
function positionOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw invalid('the cursor must be the next_cursor of a page');
}

function assertPlan(plan: string): void {
  if (plan === 'none' || isPlanName(plan)) return;
  throw invalid('the plan must be active, none, or another name such as basic or team-2');
}

function toAdminAccount(account: AccountRecord): AdminAccount {
  const { id, name, plan, plan_managed_by, disabled_at, created_at } = account;
  return {
    id,
    name,
    plan,
    plan_managed_by,
    disabled_at: toTimestampOrNull(disabled_at),
    created_at: toTimestamp(created_at),
  };
}
