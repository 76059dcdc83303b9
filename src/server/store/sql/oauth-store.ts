import type {
  ConnectedAssistant,
  OAuthArtifact,
  OAuthArtifactKind,
  OAuthClient,
  OAuthGrant,
  OAuthStore,
} from '../store.ts';
import type { SqlExecutor } from './sql-executor.ts';

const clientColumns = 'id, name, metadata, created_at';
const grantColumns = 'id, account_id, client_id, payload, created_at, expires_at';
const artifactColumns =
  'kind, hash, grant_id, audience, payload, created_at, expires_at, consumed_at';

export class SqlOAuth implements OAuthStore {
  readonly #executor: SqlExecutor;

  constructor(executor: SqlExecutor) {
    this.#executor = executor;
  }

  async putClient({ id, name, metadata, created_at }: OAuthClient): Promise<void> {
    await this.#executor.run(
      `INSERT INTO oauth_clients (${clientColumns}) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, metadata = excluded.metadata`,
      id,
      name,
      metadata,
      created_at,
    );
  }

  getClient(id: string): Promise<OAuthClient | undefined> {
    return this.#executor.get<OAuthClient>(
      `SELECT ${clientColumns} FROM oauth_clients WHERE id = ?`,
      id,
    );
  }

  async putGrant(grant: OAuthGrant): Promise<void> {
    await this.#executor.run(
      `INSERT INTO oauth_grants (${grantColumns}) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
      grant.id,
      grant.account_id,
      grant.client_id,
      grant.payload,
      grant.created_at,
      grant.expires_at,
    );
  }

  getGrant(id: string, now: number): Promise<OAuthGrant | undefined> {
    return this.#executor.get<OAuthGrant>(
      `SELECT ${grantColumns} FROM oauth_grants WHERE id = ? AND expires_at > ?`,
      id,
      now,
    );
  }

  async revokeGrant(id: string): Promise<void> {
    await this.#executor.batch(
      { sql: 'DELETE FROM oauth_artifacts WHERE grant_id = ?', values: [id] },
      { sql: 'DELETE FROM oauth_grants WHERE id = ?', values: [id] },
    );
  }

  connectedAssistants(accountId: string, now: number): Promise<ConnectedAssistant[]> {
    return this.#executor.all<ConnectedAssistant>(
      `SELECT g.id AS grant_id, c.name AS client_name, g.created_at AS connected_at,
         max(a.created_at) AS last_active_at
       FROM oauth_grants g
       JOIN oauth_clients c ON c.id = g.client_id
       JOIN oauth_artifacts a ON a.grant_id = g.id
       WHERE g.account_id = ? AND g.expires_at > ? AND a.expires_at > ? AND a.consumed_at IS NULL
       GROUP BY g.sequence, c.id ORDER BY g.created_at DESC, g.sequence DESC`,
      accountId,
      now,
      now,
    );
  }

  async putArtifact(artifact: OAuthArtifact): Promise<void> {
    await this.#executor.run(
      `INSERT INTO oauth_artifacts (${artifactColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (kind, hash)
       DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
      artifact.kind,
      artifact.hash,
      artifact.grant_id,
      artifact.audience,
      artifact.payload,
      artifact.created_at,
      artifact.expires_at,
      artifact.consumed_at,
    );
  }

  findArtifact(
    kind: OAuthArtifactKind,
    hash: string,
    now: number,
  ): Promise<OAuthArtifact | undefined> {
    return this.#executor.get<OAuthArtifact>(
      `SELECT ${artifactColumns} FROM oauth_artifacts
       WHERE kind = ? AND hash = ? AND expires_at > ?`,
      kind,
      hash,
      now,
    );
  }

  async consumeArtifact(kind: OAuthArtifactKind, hash: string, now: number): Promise<boolean> {
    const changed = await this.#executor.run(
      `UPDATE oauth_artifacts SET consumed_at = ?
       WHERE kind = ? AND hash = ? AND consumed_at IS NULL`,
      now,
      kind,
      hash,
    );
    return changed === 1;
  }

  async deleteArtifact(kind: OAuthArtifactKind, hash: string): Promise<void> {
    await this.#executor.run('DELETE FROM oauth_artifacts WHERE kind = ? AND hash = ?', kind, hash);
  }

  async deleteArtifactsOf(grantId: string, kind: OAuthArtifactKind): Promise<void> {
    await this.#executor.run(
      'DELETE FROM oauth_artifacts WHERE grant_id = ? AND kind = ?',
      grantId,
      kind,
    );
  }

  async sweep(now: number, unusedSince: number): Promise<void> {
    await this.#executor.batch(
      { sql: 'DELETE FROM oauth_artifacts WHERE expires_at <= ?', values: [now] },
      {
        sql: `DELETE FROM oauth_grants WHERE expires_at <= ? OR created_at < ? AND NOT EXISTS
          (SELECT 1 FROM oauth_artifacts WHERE grant_id = oauth_grants.id)`,
        values: [now, unusedSince],
      },
      {
        // A grant that is being inserted locks its client, which is then skipped.
        sql: `DELETE FROM oauth_clients WHERE id IN (
          SELECT id FROM oauth_clients c WHERE created_at < ?
            AND NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = c.id)
          ${this.#executor.dialect.skipLocked})`,
        values: [unusedSince],
      },
    );
  }
}
