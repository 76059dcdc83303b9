/** An assistant's program that has registered itself (RFC 7591). */
export interface OAuthClient {
  id: string;
  /** What it calls itself: outside text. */
  name: string | null;
  /** Its metadata as JSON, in the form of the authorization server's library. */
  metadata: string;
  created_at: number;
}

/** A user's approval of one client. Deleting it is what revoking means. */
export interface OAuthGrant {
  id: string;
  account_id: string;
  client_id: string;
  /** What was granted as JSON, in the form of the authorization server's library. */
  payload: string;
  created_at: number;
  expires_at: number;
}

export type OAuthArtifactKind =
  | 'interaction'
  | 'authorization_code'
  | 'access_token'
  | 'refresh_token';

/** Something short-lived that whoever holds its secret may use. */
export interface OAuthArtifact {
  kind: OAuthArtifactKind;
  /** SHA-256 of the secret, in hex. The secret itself is never stored. */
  hash: string;
  /** `null` for what comes before a grant. */
  grant_id: string | null;
  /** Where an access token is valid (RFC 8707); `null` for the other kinds. */
  audience: string | null;
  /** What it stands for as JSON, in the form of the authorization server's library. */
  payload: string;
  created_at: number;
  expires_at: number;
  /** When its one use was made; `null` before. */
  consumed_at: number | null;
}

/** A grant that an assistant can still use, as its user sees it. */
export interface ConnectedAssistant {
  grant_id: string;
  client_name: string | null;
  connected_at: number;
  /** When it last got a token. */
  last_active_at: number;
}

export interface OAuthStore {
  putClient(client: OAuthClient): Promise<void>;
  getClient(id: string): Promise<OAuthClient | undefined>;

  /** Inserts the grant, or replaces its payload and expiry. */
  putGrant(grant: OAuthGrant): Promise<void>;
  /** A grant that has neither expired nor been revoked. */
  getGrant(id: string, now: number): Promise<OAuthGrant | undefined>;
  /** The grant and everything that was issued under it, in one transaction. */
  revokeGrant(id: string): Promise<void>;
  /** Those with something left to use, newest first. */
  connectedAssistants(accountId: string, now: number): Promise<ConnectedAssistant[]>;

  /** Inserts the artifact, or replaces its payload and expiry. */
  putArtifact(artifact: OAuthArtifact): Promise<void>;
  /** One that has not expired, used or not: a second use has to be noticed. */
  findArtifact(
    kind: OAuthArtifactKind,
    hash: string,
    now: number,
  ): Promise<OAuthArtifact | undefined>;
  /** Marks the one use. `false` when another was quicker. */
  consumeArtifact(kind: OAuthArtifactKind, hash: string, now: number): Promise<boolean>;
  deleteArtifact(kind: OAuthArtifactKind, hash: string): Promise<void>;
  deleteArtifactsOf(grantId: string, kind: OAuthArtifactKind): Promise<void>;

  /**
   * Removes what has expired, and of what was made before `unusedSince` the grants with nothing left
   * to use and the clients without a grant.
   */
  sweep(now: number, unusedSince: number): Promise<void>;
}
