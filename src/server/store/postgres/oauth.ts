import type {
  ConnectedAssistant,
  OAuthArtifact,
  OAuthArtifactKind,
  OAuthClient,
  OAuthGrant,
  OAuthStore,
} from '../store.ts';
import type { PostgresDatabase } from './database.ts';

export class PostgresOAuth implements OAuthStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async putClient({ id, name, metadata, created_at }: OAuthClient): Promise<void> {
    await this.#database.run(
      `INSERT INTO oauth_clients (id, name, metadata, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, metadata = excluded.metadata`,
      id,
      name,
      metadata,
      created_at,
    );
  }

  getClient(id: string): Promise<OAuthClient | undefined> {
    return this.#database.get<OAuthClient>(
      'SELECT id, name, metadata, created_at FROM oauth_clients WHERE id = $1',
      id,
    );
  }

  async putGrant(grant: OAuthGrant): Promise<void> {
    await this.#database.run(
      `INSERT INTO oauth_grants (id, account_id, client_id, payload, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6)
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
    return this.#database.get<OAuthGrant>(
      `SELECT id, account_id, client_id, payload, created_at, expires_at FROM oauth_grants
       WHERE id = $1 AND expires_at > $2`,
      id,
      now,
    );
  }

  async revokeGrant(id: string): Promise<void> {
    await this.#database.transaction(async (executor) => {
      await executor.run('DELETE FROM oauth_artifacts WHERE grant_id = $1', id);
      await executor.run('DELETE FROM oauth_grants WHERE id = $1', id);
    });
  }

  connectedAssistants(accountId: string, now: number): Promise<ConnectedAssistant[]> {
    return this.#database.all<ConnectedAssistant>(
      `SELECT g.id AS grant_id, c.name AS client_name, g.created_at AS connected_at,
         max(a.created_at) AS last_active_at
       FROM oauth_grants g
       JOIN oauth_clients c ON c.id = g.client_id
       JOIN oauth_artifacts a ON a.grant_id = g.id
       WHERE g.account_id = $1 AND g.expires_at > $2 AND a.expires_at > $2
         AND a.consumed_at IS NULL
       GROUP BY g.sequence, c.id ORDER BY g.created_at DESC, g.sequence DESC`,
      accountId,
      now,
    );
  }

  async putArtifact(artifact: OAuthArtifact): Promise<void> {
    await this.#database.run(
      `INSERT INTO oauth_artifacts
         (kind, hash, grant_id, audience, payload, created_at, expires_at, consumed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
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
    return this.#database.get<OAuthArtifact>(
      `SELECT kind, hash, grant_id, audience, payload, created_at, expires_at, consumed_at
       FROM oauth_artifacts WHERE kind = $1 AND hash = $2 AND expires_at > $3`,
      kind,
      hash,
      now,
    );
  }

  async consumeArtifact(kind: OAuthArtifactKind, hash: string, now: number): Promise<boolean> {
    const changes = await this.#database.run(
      `UPDATE oauth_artifacts SET consumed_at = $1
       WHERE kind = $2 AND hash = $3 AND consumed_at IS NULL`,
      now,
      kind,
      hash,
    );
    return changes === 1;
  }

  async deleteArtifact(kind: OAuthArtifactKind, hash: string): Promise<void> {
    await this.#database.run(
      'DELETE FROM oauth_artifacts WHERE kind = $1 AND hash = $2',
      kind,
      hash,
    );
  }

  async deleteArtifactsOf(grantId: string, kind: OAuthArtifactKind): Promise<void> {
    await this.#database.run(
      'DELETE FROM oauth_artifacts WHERE grant_id = $1 AND kind = $2',
      grantId,
      kind,
    );
  }

  async sweep(now: number, unusedSince: number): Promise<void> {
    await this.#database.transaction(async (executor) => {
      await executor.run('DELETE FROM oauth_artifacts WHERE expires_at <= $1', now);
      await executor.run(
        `DELETE FROM oauth_grants WHERE expires_at <= $1 OR created_at < $2 AND NOT EXISTS
           (SELECT 1 FROM oauth_artifacts WHERE grant_id = oauth_grants.id)`,
        now,
        unusedSince,
      );
      // A client that is being approved at this moment is locked by its grant, and passed over.
      const unused = await executor.all<{ id: string }>(
        `SELECT id FROM oauth_clients c WHERE created_at < $1
           AND NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = c.id)
         FOR UPDATE SKIP LOCKED`,
        unusedSince,
      );
      await executor.run(
        `DELETE FROM oauth_clients WHERE id = ANY ($1)
           AND NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = oauth_clients.id)`,
        unused.map(({ id }) => id),
      );
    });
  }
}
