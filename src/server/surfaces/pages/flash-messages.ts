import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { hashSecret } from '../../domain/accounts/secret.ts';
import type { SessionStore } from '../../store/store.ts';

/** The outcome of a form, shown once on the next page. */
export interface FlashMessage {
  kind: 'done' | 'failed';
  text: string;
  /** A new API key. */
  key?: string;
}

/**
 * Carries messages from the POST of a form to the page after the redirect, which another process may
 * serve. They are encrypted with the secret of the session, because one may hold an API key; the store
 * knows only the hash of that secret.
 */
export class FlashMessages {
  readonly #sessions: Pick<SessionStore, 'leaveFlash' | 'takeFlash'>;

  constructor(sessions: Pick<SessionStore, 'leaveFlash' | 'takeFlash'>) {
    this.#sessions = sessions;
  }

  set(secret: string, message: FlashMessage): Promise<void> {
    return this.#sessions.leaveFlash(hashSecret(secret), encrypt(JSON.stringify(message), secret));
  }

  /** Returns the message and removes it. */
  async take(secret: string): Promise<FlashMessage | undefined> {
    const text = await this.#sessions.takeFlash(hashSecret(secret));
    return text === undefined ? undefined : (JSON.parse(decrypt(text, secret)) as FlashMessage);
  }
}

const cipher = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

function keyOf(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'newswatch flash', 32));
}

/** Nonce, tag and ciphertext (NIST SP 800-38D) in base64url. */
function encrypt(text: string, secret: string): string {
  const nonce = randomBytes(nonceLength);
  const encryption = createCipheriv(cipher, keyOf(secret), nonce);
  const ciphertext = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()]);
  return Buffer.concat([nonce, encryption.getAuthTag(), ciphertext]).toString('base64url');
}

function decrypt(text: string, secret: string): string {
  const bytes = Buffer.from(text, 'base64url');
  const decryption = createDecipheriv(cipher, keyOf(secret), bytes.subarray(0, nonceLength));
  decryption.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  const ciphertext = bytes.subarray(nonceLength + tagLength);
  return Buffer.concat([decryption.update(ciphertext), decryption.final()]).toString('utf8');
}
