/** A browser session of a signed-in user. */
export interface Session {
  /** SHA-256 of the cookie's value in hex. */
  hash: string;
  account_id: string;
  created_at: number;
  expires_at: number;
}

/** A single-use link that signs a user in. */
export interface SignInLink {
  /** SHA-256 of the link's secret in hex. */
  hash: string;
  account_id: string;
  expires_at: number;
}

export interface SessionStore {
  /** Stores the link, and deletes expired links and sessions. */
  addLink(link: SignInLink, now: number): Promise<void>;
  /** Deletes and returns the link; `undefined` if it is unknown, used or expired. */
  takeLink(hash: string, now: number): Promise<SignInLink | undefined>;
  add(session: Session): Promise<void>;
  /** Finds a session that has not expired. */
  find(hash: string, now: number): Promise<Session | undefined>;
  delete(hash: string): Promise<void>;
  /** Stores a message for the session's next page, and replaces an earlier one. */
  leaveFlash(hash: string, flash: string): Promise<void>;
  /** Deletes and returns the message. */
  takeFlash(hash: string): Promise<string | undefined>;
}
