// A keychain in the file FAKE_KEYCHAIN. FAKE_KEYCHAIN_STATE: locked, silent (blocks) or crashing.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const { FAKE_KEYCHAIN = '', FAKE_KEYCHAIN_STATE: state } = process.env;

export class AsyncEntry {
  constructor(service, account) {
    if (state === 'silent') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (state === 'crashing') process.abort();
    this.name = `${service}: ${account}`;
  }

  #keys() {
    if (state === 'locked') throw new Error('the keychain is locked\nmore');
    return existsSync(FAKE_KEYCHAIN) ? JSON.parse(readFileSync(FAKE_KEYCHAIN, 'utf8')) : {};
  }

  async getPassword() {
    return this.#keys()[this.name] ?? null;
  }

  async setPassword(key) {
    writeFileSync(FAKE_KEYCHAIN, JSON.stringify({ ...this.#keys(), [this.name]: key }));
  }

  async deletePassword() {
    const { [this.name]: deleted, ...others } = this.#keys();
    writeFileSync(FAKE_KEYCHAIN, JSON.stringify(others));
    return deleted !== undefined;
  }
}
