export interface AccountRecord {
  id: string;
  name: string;
  plan: 'active' | 'none';
  created_at: number;
}

export interface Membership {
  team_id: string;
  /** Whether this member may connect the team's monitors to delivery. */
  webhooks: boolean;
}

export interface AccountStore {
  get(id: string): Promise<AccountRecord | undefined>;
  /** The one that was made first; this one, where there was none. Of several at once, one makes it. */
  ensureFirst(account: AccountRecord): Promise<AccountRecord>;
  /** Inserts the account, or updates its name and plan. */
  put(account: AccountRecord): Promise<void>;
  setPlan(id: string, plan: AccountRecord['plan']): Promise<void>;
  /** Makes the team if it is new and sets its members to exactly these. */
  putTeam(team: { id: string; name: string; members: TeamMember[] }): Promise<void>;
  memberships(accountId: string): Promise<Membership[]>;
}

export interface TeamMember {
  account_id: string;
  webhooks: boolean;
}

/** Whose a monitor is. */
export interface Owner {
  type: 'user' | 'team';
  id: string;
}
