import { ofEnabledAccount } from './account-store.ts';
import { raw, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** An assistant that registered (RFC 7591), or is identified by a client ID metadata document. */
export interface OAuthClient {
  /** The URL of its document, if it has one. */
  id: string;
  /** The name that the client gave itself: untrusted text. */
  name: string | null;
  /** JSON in the format of the authorization server library. */
  metadata: string;
  /** The address that registered it, as for rate limits; empty if it is unknown. */
  address: string;
  /** When it registered, or when its document was fetched. */
  created_at: number;
}

/** A user's approval of a client. Revoking it deletes it. */
export interface OAuthGrant {
  id: string;
  account_id: string;
  client_id: string;
  /** JSON in the format of the authorization server library. */
  payload: string;
  created_at: number;
  expires_at: number;
}

export type OAuthArtifactKind =
  | 'interaction'
  | 'authorization_code'
  | 'access_token'
  | 'refresh_token';

/** A token, code or interaction: short-lived, and usable by anyone who has its secret. */
export interface OAuthArtifact {
  kind: OAuthArtifactKind;
  /** SHA-256 of the secret in hex. The secret itself is never stored. */
  hash: string;
  /** `null` if there is no grant yet. */
  grant_id: string | null;
  /** The resource that an access token is valid for (RFC 8707); `null` for other kinds. */
  audience: string | null;
  /** JSON in the format of the authorization server library. */
  payload: string;
  created_at: number;
  expires_at: number;
  /** `null` if it has not been used. */
  consumed_at: number | null;
}

/** A grant that an assistant can still use, as shown to its user. */
export interface ConnectedAssistant {
  grant_id: string;
  client_id: string;
  client_name: string | null;
  /** JSON in the format of the authorization server library: has the `redirect_uris`. */
  metadata: string;
  /** When the user approved it. */
  connected_at: number;
  /** When the assistant last got a token; `null` if it has not got one yet. */
  last_active_at: number | null;
}

const clientColumns = raw('id, name, metadata, address, created_at');
const grantColumns = raw('id, account_id, client_id, payload, created_at, expires_at');
const artifactColumns = raw(
  'kind, hash, grant_id, audience, payload, created_at, expires_at, consumed_at',
);

export type OAuthStore = ReturnType<typeof oauthStore>;

export function oauthStore(db: SqlExecutor) {
  return {
    async putClient({ id, name, metadata, address, created_at }: OAuthClient): Promise<void> {
      await db.write(
        sql`INSERT INTO oauth_clients (${clientColumns})
          VALUES (${id}, ${name}, ${metadata}, ${address}, ${created_at})
          ON CONFLICT (id) DO UPDATE SET name = excluded.name, metadata = excluded.metadata,
            created_at = excluded.created_at`,
      );
    },

    getClient: (id: string) =>
      db.get<OAuthClient>(sql`SELECT ${clientColumns} FROM oauth_clients WHERE id = ${id}`),

    /** Inserts the grant, or updates its payload and expiry. */
    async putGrant(grant: OAuthGrant): Promise<void> {
      const { id, account_id, client_id, payload, created_at, expires_at } = grant;
      await db.write(
        sql`INSERT INTO oauth_grants (${grantColumns})
          VALUES (${id}, ${account_id}, ${client_id}, ${payload}, ${created_at}, ${expires_at})
          ON CONFLICT (id)
          DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
      );
    },

    /** Finds a grant that has not expired, of an enabled account. */
    getGrant: (id: string, now: number) =>
      db.get<OAuthGrant>(
        sql`SELECT ${grantColumns} FROM oauth_grants
          WHERE id = ${id} AND expires_at > ${now} AND ${ofEnabledAccount}`,
      ),

    /** Deletes the grant and its artifacts in one transaction. */
    async revokeGrant(id: string): Promise<void> {
      await db.write(
        sql`DELETE FROM oauth_artifacts WHERE grant_id = ${id}`,
        sql`DELETE FROM oauth_grants WHERE id = ${id}`,
      );
    },

    /** Lists unexpired grants that have an unused, unexpired artifact, newest first. */
    connectedAssistants: (accountId: string, now: number) =>
      db.all<ConnectedAssistant>(
        sql`SELECT g.id AS grant_id, c.id AS client_id, c.name AS client_name, c.metadata,
            g.created_at AS connected_at,
            max(CASE WHEN a.kind IN ('access_token', 'refresh_token') THEN a.created_at END) AS last_active_at
          FROM oauth_grants g
          JOIN oauth_clients c ON c.id = g.client_id
          JOIN oauth_artifacts a ON a.grant_id = g.id
          WHERE g.account_id = ${accountId} AND g.expires_at > ${now} AND a.expires_at > ${now}
            AND a.consumed_at IS NULL
          GROUP BY g.sequence, c.id ORDER BY g.created_at DESC, g.sequence DESC`,
      ),

    /** Inserts the artifact, or updates its payload and expiry. */
    async putArtifact(artifact: OAuthArtifact): Promise<void> {
      const { kind, hash, grant_id, audience, payload } = artifact;
      await db.write(
        sql`INSERT INTO oauth_artifacts (${artifactColumns})
          VALUES (${kind}, ${hash}, ${grant_id}, ${audience}, ${payload}, ${artifact.created_at},
            ${artifact.expires_at}, ${artifact.consumed_at})
          ON CONFLICT (kind, hash)
          DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
      );
    },

    /** Finds an unexpired artifact, even a used one, so that its reuse can be detected. */
    findArtifact: (kind: OAuthArtifactKind, hash: string, now: number) =>
      db.get<OAuthArtifact>(
        sql`SELECT ${artifactColumns} FROM oauth_artifacts
          WHERE kind = ${kind} AND hash = ${hash} AND expires_at > ${now}`,
      ),

    /** Marks the artifact as used. Returns `false` if it is unknown or already used. */
    async consumeArtifact(kind: OAuthArtifactKind, hash: string, now: number): Promise<boolean> {
      const rows = await db.write(
        sql`UPDATE oauth_artifacts SET consumed_at = ${now}
          WHERE kind = ${kind} AND hash = ${hash} AND consumed_at IS NULL RETURNING hash`,
      );
      return rows.length === 1;
    },

    async deleteArtifact(kind: OAuthArtifactKind, hash: string): Promise<void> {
      await db.write(sql`DELETE FROM oauth_artifacts WHERE kind = ${kind} AND hash = ${hash}`);
    },

    async deleteArtifactsOf(grantId: string, kind: OAuthArtifactKind): Promise<void> {
      await db.write(
        sql`DELETE FROM oauth_artifacts WHERE grant_id = ${grantId} AND kind = ${kind}`,
      );
    },

    /**
     * Deletes clients without grants except `maximum`: the newest one of each address, then the second
     * newest, and so on. Whoever registers many clients loses those first.
     *
     * @returns the number of deleted clients
     */
    async limitUnusedClients(maximum: number): Promise<number> {
      // SQLite needs a limit before an offset. PostgreSQL cannot lock rows of a window function.
      const deleted = await db.write(
        sql`DELETE FROM oauth_clients WHERE id IN (
          SELECT id FROM oauth_clients WHERE id IN (
            SELECT id FROM (
              SELECT id, created_at,
                row_number() OVER (PARTITION BY address ORDER BY created_at DESC, id) AS place
              FROM oauth_clients c
              WHERE NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = c.id)
            ) AS unused
            ORDER BY place, created_at DESC LIMIT ${Number.MAX_SAFE_INTEGER} OFFSET ${maximum}
          ) ${db.dialect.skipLocked}) RETURNING 1 AS deleted`,
      );
      return deleted.length;
    },
  };
}
