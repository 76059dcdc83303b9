/** A dynamically registered client (RFC 7591): an assistant. */
export interface OAuthClient {
  id: string;
  /** The name that the client gave itself: untrusted text. */
  name: string | null;
  /** JSON in the format of the authorization server library. */
  metadata: string;
  created_at: number;
}

/** A user's approval of a client. To revoke it is to delete it. */
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
  /** `null` before there is a grant. */
  grant_id: string | null;
  /** The resource that an access token is valid for (RFC 8707); `null` for other kinds. */
  audience: string | null;
  /** JSON in the format of the authorization server library. */
  payload: string;
  created_at: number;
  expires_at: number;
  /** `null` if it was not used yet. */
  consumed_at: number | null;
}

/** A grant that an assistant can still use, as shown to its user. */
export interface ConnectedAssistant {
  grant_id: string;
  client_name: string | null;
  connected_at: number;
  /** When the assistant last got a token. */
  last_active_at: number;
}

export interface OAuthStore {
  putClient(client: OAuthClient): Promise<void>;
  getClient(id: string): Promise<OAuthClient | undefined>;

  /** Inserts the grant, or updates its payload and expiry. */
  putGrant(grant: OAuthGrant): Promise<void>;
  /** Finds a grant that has not expired. */
  getGrant(id: string, now: number): Promise<OAuthGrant | undefined>;
  /** Deletes the grant and its artifacts in one transaction. */
  revokeGrant(id: string): Promise<void>;
  /** The grants with an unused artifact that has not expired, newest first. */
  connectedAssistants(accountId: string, now: number): Promise<ConnectedAssistant[]>;

  /** Inserts the artifact, or updates its payload and expiry. */
  putArtifact(artifact: OAuthArtifact): Promise<void>;
  /** Finds an artifact that has not expired, even if it was used: a second use must be detected. */
  findArtifact(
    kind: OAuthArtifactKind,
    hash: string,
    now: number,
  ): Promise<OAuthArtifact | undefined>;
  /** Marks the artifact as used. Returns `false` if it was used before. */
  consumeArtifact(kind: OAuthArtifactKind, hash: string, now: number): Promise<boolean>;
  deleteArtifact(kind: OAuthArtifactKind, hash: string): Promise<void>;
  deleteArtifactsOf(grantId: string, kind: OAuthArtifactKind): Promise<void>;

  /**
   * Deletes expired artifacts and grants, and of those created before `unusedSince` the grants
   * without artifacts and the clients without grants.
   */
  sweep(now: number, unusedSince: number): Promise<void>;
}
