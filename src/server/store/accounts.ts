export interface AccountRecord {
  id: string;
  name: string;
  plan: 'active' | 'none';
  created_at: number;
}

export interface Membership {
  team_id: string;
  /** Whether this member may connect the team's monitors to webhooks. */
  webhooks: boolean;
}

export interface AccountStore {
  get(id: string): Promise<AccountRecord | undefined>;
  /** Returns the account that was created first. Creates this one if there is none. */
  ensureFirst(account: AccountRecord): Promise<AccountRecord>;
  /** Inserts the account, or updates its name and plan. */
  put(account: AccountRecord): Promise<void>;
  setPlan(id: string, plan: AccountRecord['plan']): Promise<void>;
  /** Creates the team if it is new, and sets its name and its members. */
  putTeam(team: { id: string; name: string; members: TeamMember[] }): Promise<void>;
  memberships(accountId: string): Promise<Membership[]>;
}

export interface TeamMember {
  account_id: string;
  webhooks: boolean;
}

/** The owner of a monitor. */
export interface Owner {
  type: 'user' | 'team';
  id: string;
}
