/** A browser in which a human has signed in. */
export interface Session {
  /** SHA-256 of the cookie's value, in hex. */
  hash: string;
  account_id: string;
  created_at: number;
  expires_at: number;
}

/** A link that signs a human in, once. */
export interface SignInLink {
  /** SHA-256 of the link's secret, in hex. */
  hash: string;
  account_id: string;
  expires_at: number;
}

export interface SessionStore {
  /** Links and sessions that have expired by `now` are removed on the way. */
  addLink(link: SignInLink, now: number): Promise<void>;
  /** The link, which is gone from then on; `undefined` when it is unknown, used or expired. */
  takeLink(hash: string, now: number): Promise<SignInLink | undefined>;
  add(session: Session): Promise<void>;
  /** A session that has not expired. */
  find(hash: string, now: number): Promise<Session | undefined>;
  delete(hash: string): Promise<void>;
  /** Keeps a word for the session's next page, in place of one that was left before. */
  leaveFlash(hash: string, flash: string): Promise<void>;
  /** That word, which is gone from then on. */
  takeFlash(hash: string): Promise<string | undefined>;
}
