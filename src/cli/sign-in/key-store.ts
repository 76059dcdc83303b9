/** Where `auth login` saves API keys. */
export interface KeyStore {
  /** How messages name it, such as `the Secret Service`. */
  readonly name: string;
  /** Returns `undefined` if there is no such key. */
  get(account: string): Promise<string | undefined>;
  set(account: string, key: string): Promise<void>;
  /** Returns whether there was such a key. */
  delete(account: string): Promise<boolean>;
}
