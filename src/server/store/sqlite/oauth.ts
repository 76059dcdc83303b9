import type { Database } from '../../../storage/database.ts';
import type {
  ConnectedAssistant,
  OAuthArtifact,
  OAuthArtifactKind,
  OAuthClient,
  OAuthGrant,
  OAuthStore,
} from '../store.ts';

export class SqliteOAuth implements OAuthStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async putClient({ id, name, metadata, created_at }: OAuthClient): Promise<void> {
    this.#database.run(
      `INSERT INTO oauth_clients (id, name, metadata, created_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, metadata = excluded.metadata`,
      id,
      name,
      metadata,
      created_at,
    );
  }

  async getClient(id: string): Promise<OAuthClient | undefined> {
    return this.#database.get<OAuthClient>(
      'SELECT id, name, metadata, created_at FROM oauth_clients WHERE id = ?',
      id,
    );
  }

  async putGrant(grant: OAuthGrant): Promise<void> {
    this.#database.run(
      `INSERT INTO oauth_grants (id, account_id, client_id, payload, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
      grant.id,
      grant.account_id,
      grant.client_id,
      grant.payload,
      grant.created_at,
      grant.expires_at,
    );
  }

  async getGrant(id: string, now: number): Promise<OAuthGrant | undefined> {
    return this.#database.get<OAuthGrant>(
      `SELECT id, account_id, client_id, payload, created_at, expires_at FROM oauth_grants
       WHERE id = ? AND expires_at > ?`,
      id,
      now,
    );
  }

  async revokeGrant(id: string): Promise<void> {
    const database = this.#database;
    database.transaction(() => {
      database.run('DELETE FROM oauth_artifacts WHERE grant_id = ?', id);
      database.run('DELETE FROM oauth_grants WHERE id = ?', id);
    });
  }

  async connectedAssistants(accountId: string, now: number): Promise<ConnectedAssistant[]> {
    return this.#database.all<ConnectedAssistant>(
      `SELECT g.id AS grant_id, c.name AS client_name, g.created_at AS connected_at,
         max(a.created_at) AS last_active_at
       FROM oauth_grants g
       JOIN oauth_clients c ON c.id = g.client_id
       JOIN oauth_artifacts a ON a.grant_id = g.id
       WHERE g.account_id = ? AND g.expires_at > ? AND a.expires_at > ? AND a.consumed_at IS NULL
       GROUP BY g.id ORDER BY g.created_at DESC, g.rowid DESC`,
      accountId,
      now,
      now,
    );
  }

  async putArtifact(artifact: OAuthArtifact): Promise<void> {
    this.#database.run(
      `INSERT INTO oauth_artifacts
         (kind, hash, grant_id, audience, payload, created_at, expires_at, consumed_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
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

  async findArtifact(
    kind: OAuthArtifactKind,
    hash: string,
    now: number,
  ): Promise<OAuthArtifact | undefined> {
    return this.#database.get<OAuthArtifact>(
      `SELECT kind, hash, grant_id, audience, payload, created_at, expires_at, consumed_at
       FROM oauth_artifacts WHERE kind = ? AND hash = ? AND expires_at > ?`,
      kind,
      hash,
      now,
    );
  }

  async consumeArtifact(kind: OAuthArtifactKind, hash: string, now: number): Promise<boolean> {
    const changes = this.#database.run(
      `UPDATE oauth_artifacts SET consumed_at = ?
       WHERE kind = ? AND hash = ? AND consumed_at IS NULL`,
      now,
      kind,
      hash,
    );
    return changes === 1;
  }

  async deleteArtifact(kind: OAuthArtifactKind, hash: string): Promise<void> {
    this.#database.run('DELETE FROM oauth_artifacts WHERE kind = ? AND hash = ?', kind, hash);
  }

  async deleteArtifactsOf(grantId: string, kind: OAuthArtifactKind): Promise<void> {
    this.#database.run(
      'DELETE FROM oauth_artifacts WHERE grant_id = ? AND kind = ?',
      grantId,
      kind,
    );
  }

  async sweep(now: number, unusedSince: number): Promise<void> {
    const database = this.#database;
    database.transaction(() => {
      database.run('DELETE FROM oauth_artifacts WHERE expires_at <= ?', now);
      database.run(
        `DELETE FROM oauth_grants WHERE expires_at <= ? OR created_at < ? AND NOT EXISTS
           (SELECT 1 FROM oauth_artifacts WHERE grant_id = oauth_grants.id)`,
        now,
        unusedSince,
      );
      database.run(
        `DELETE FROM oauth_clients WHERE created_at < ?
         AND NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = oauth_clients.id)`,
        unusedSince,
      );
    });
  }
}
