/** A table that is copied row by row. */
export interface CopiedTable {
  name: string;
  /** What tells its rows apart, and gives their order where nothing else does. */
  key: readonly string[];
  /** Whether rows keep the order in which they came, which SQLite's `rowid` says. */
  ordered?: boolean;
}

/** Every table but the news, which is indexed anew; what is referred to comes first. */
export const copiedTables: readonly CopiedTable[] = [
  { name: 'accounts', key: ['id'], ordered: true },
  { name: 'teams', key: ['id'] },
  { name: 'team_members', key: ['account_id', 'team_id'] },
  { name: 'api_keys', key: ['id'], ordered: true },
  { name: 'sign_in_links', key: ['hash'] },
  { name: 'sessions', key: ['hash'] },
  { name: 'oauth_clients', key: ['id'] },
  { name: 'oauth_grants', key: ['id'], ordered: true },
  { name: 'oauth_artifacts', key: ['kind', 'hash'] },
  { name: 'monitors', key: ['id'] },
  { name: 'runs', key: ['id'], ordered: true },
  { name: 'alerts', key: ['id'], ordered: true },
  { name: 'alerted', key: ['monitor_id', 'key'] },
  { name: 'channels', key: ['id'] },
  { name: 'payloads', key: ['id'] },
  { name: 'deliveries', key: ['sequence'] },
  { name: 'briefings', key: ['id'] },
  { name: 'usage_counts', key: ['account_id', 'day', 'operation'] },
  { name: 'rate_limits', key: ['key'] },
];

/** Columns whose identity has to go on where the copied rows end. */
export const identities: readonly { table: string; column: string }[] = [
  ...copiedTables.filter(({ ordered }) => ordered).map(({ name }) => identity(name, 'sequence')),
  identity('deliveries', 'sequence'),
  identity('payloads', 'id'),
];

function identity(table: string, column: string) {
  return { table, column };
}
