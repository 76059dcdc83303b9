/** A table whose rows are copied. */
export interface CopiedTable {
  name: string;
  /** The columns of the primary key. */
  key: readonly string[];
}

/** All tables except the news, which are indexed again. Referenced tables come first. */
export const copiedTables: readonly CopiedTable[] = [
  { name: 'accounts', key: ['sequence'] },
  { name: 'teams', key: ['id'] },
  { name: 'team_members', key: ['account_id', 'team_id'] },
  { name: 'api_keys', key: ['sequence'] },
  { name: 'sign_in_links', key: ['hash'] },
  { name: 'sessions', key: ['hash'] },
  { name: 'oauth_clients', key: ['id'] },
  { name: 'oauth_grants', key: ['sequence'] },
  { name: 'oauth_artifacts', key: ['kind', 'hash'] },
  { name: 'monitors', key: ['id'] },
  { name: 'runs', key: ['sequence'] },
  { name: 'alerts', key: ['sequence'] },
  { name: 'alerted', key: ['monitor_id', 'key'] },
  { name: 'channels', key: ['id'] },
  { name: 'payloads', key: ['id'] },
  { name: 'deliveries', key: ['sequence'] },
  { name: 'briefings', key: ['id'] },
  { name: 'usage_counts', key: ['account_id', 'day', 'operation'] },
  { name: 'rate_limits', key: ['key'] },
];

/** Tables whose `sequence` has to continue after the copied rows. */
export const sequencedTables: readonly string[] = copiedTables
  .filter(({ key }) => key.includes('sequence'))
  .map(({ name }) => name);
