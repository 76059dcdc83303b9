import type { MemberChange, TeamRecord } from '../../store/store.ts';
import { newId } from '../identifier.ts';
import type { AdminContext } from './account-admin.ts';
import { conflict, invalid, unknownId } from './admin-error.ts';
import { type AdminPage, type AdminPageOptions, toAdminPage } from './admin-page.ts';
import { checkedName } from './checked-name.ts';

/** A page of teams. */
export interface AdminTeams extends AdminPage {
  /** In the order of their ids. */
  teams: TeamRecord[];
}

/** The operator's actions on teams. */
export function teamAdmin({ store }: AdminContext) {
  const { teams, accounts } = store;

  async function get(id: string): Promise<TeamRecord> {
    const team = await teams.get(id);
    if (!team) throw unknownId('team', id);
    return team;
  }

  return {
    /** With their members, in the order of their ids. */
    async list({ limit, cursor }: AdminPageOptions): Promise<AdminTeams> {
      const rows = await teams.list(limit + 1, cursor);
      const { items, ...page } = toAdminPage(rows, limit, ({ id }) => id);
      return { teams: items, ...page };
    },

    get,

    /** @throws {AdminError} `invalid` if the name is empty or too long */
    async create(name: string): Promise<TeamRecord> {
      const id = newId('team');
      await teams.create({ id, name: checkedName(name, invalid) });
      return get(id);
    },

    /** Deletes the team. Its monitors and alerts stay with their owners. */
    async delete(id: string): Promise<void> {
      await get(id);
      await teams.delete(id);
    },

    /**
     * Adds an account to the team, or changes its permission. Without it, queued deliveries of the team's
     * monitors for its connections are stopped for good.
     *
     * @param member.webhooks default: an existing member keeps what it has, and a new one has no permission
     */
    async setMember(id: string, member: MemberChange): Promise<TeamRecord> {
      await get(id);
      if (!(await accounts.get(member.account_id))) throw unknownId('account', member.account_id);
      await teams.setMember(id, member);
      return get(id);
    },

    /**
     * Removes an account from the team. Its monitors stay with the team. Queued deliveries of the team's monitors
     * for its connections are stopped for good.
     *
     * @throws {AdminError} `conflict` if the account is not a member
     */
    async removeMember(id: string, accountId: string): Promise<TeamRecord> {
      await get(id);
      if (!(await teams.removeMember(id, accountId))) {
        throw conflict('not_a_member', `the account ${accountId} is not a member of ${id}`);
      }
      return get(id);
    },
  };
}
