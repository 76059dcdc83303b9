import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { hashSecret } from '../../domain/accounts/secret.ts';
import type { SessionStore } from '../../store/store.ts';

/** What the page after a form says once: what was done, or why not. */
export interface Flash {
  kind: 'done' | 'failed';
  text: string;
  /** A new API key. It is nowhere in the clear until the page is shown. */
  key?: string;
}

/**
 * Carries a word from a form's post to the page that follows (POST, redirect, GET), whichever process
 * answers that. It is kept with the session, sealed with the session's own secret: the store knows
 * that secret's digest alone, and so only this browser opens it.
 */
export class Flashes {
  readonly #sessions: Pick<SessionStore, 'leaveFlash' | 'takeFlash'>;

  constructor(sessions: Pick<SessionStore, 'leaveFlash' | 'takeFlash'>) {
    this.#sessions = sessions;
  }

  leave(session: string, flash: Flash): Promise<void> {
    return this.#sessions.leaveFlash(hashSecret(session), sealed(JSON.stringify(flash), session));
  }

  async take(session: string): Promise<Flash | undefined> {
    const text = await this.#sessions.takeFlash(hashSecret(session));
    return text === undefined ? undefined : (JSON.parse(opened(text, session)) as Flash);
  }
}

const cipher = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

function keyOf(session: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', session, '', 'newswatch flash', 32));
}

/** Nonce, tag and ciphertext in one (NIST SP 800-38D). */
function sealed(text: string, session: string): string {
  const nonce = randomBytes(nonceLength);
  const sealing = createCipheriv(cipher, keyOf(session), nonce);
  const hidden = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), hidden]).toString('base64url');
}

function opened(text: string, session: string): string {
  const bytes = Buffer.from(text, 'base64url');
  const opening = createDecipheriv(cipher, keyOf(session), bytes.subarray(0, nonceLength));
  opening.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  const hidden = bytes.subarray(nonceLength + tagLength);
  return Buffer.concat([opening.update(hidden), opening.final()]).toString('utf8');
}
