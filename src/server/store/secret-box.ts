import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { StoreUnavailable } from '../../storage/store-unavailable.ts';

/** A key that encrypts secrets in the store. */
interface SecretKey {
  /** Stored with each encrypted secret. It does not reveal the key. */
  id: string;
  bytes: Buffer;
}

const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;

/** `enc1.<key id>.<nonce, ciphertext and tag in base64url>` */
const sealedPattern = /^enc1\.([0-9a-f]{8})\.([\w-]{38,})$/;

/** A key of `secretKeys` is not valid. */
class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError';
}

/**
 * Encrypts secrets in the store with AES-256-GCM. The id of the row is authenticated too, so that a
 * secret cannot be moved to another row.
 */
export class SecretBox {
  readonly #keys: ReadonlyMap<string, SecretKey>;
  /** Encrypts; `undefined` if secrets are stored as plain text. */
  readonly #current: SecretKey | undefined;

  /**
   * @param keys 32 bytes each, in base64 or hex. The first one encrypts, and all decrypt. `plain`
   *   as the first one stores plain text. Default: plain text
   * @throws {SecretKeyError} if a key is not valid
   */
  constructor(keys: readonly string[] = []) {
    const [first, ...others] = keys;
    const isPlain = first === undefined || first === 'plain';
    const parsed = (isPlain ? others : keys).map(parseKey);
    this.#keys = new Map(parsed.map((key) => [key.id, key]));
    this.#current = isPlain ? undefined : parsed[0];
  }

  get encrypts(): boolean {
    return this.#current !== undefined;
  }

  /** The prefix of secrets that are stored as this box stores them; `undefined` for plain text. */
  get prefix(): string | undefined {
    return this.#current && `enc1.${this.#current.id}.`;
  }

  /** @param rowId the id of the row that contains the secret */
  seal(secret: string, rowId: string): string {
    if (!this.#current) return secret;
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv('aes-256-gcm', this.#current.bytes, nonce);
    cipher.setAAD(Buffer.from(rowId));
    const sealed = [nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()];
    return `${this.prefix}${Buffer.concat(sealed).toString('base64url')}`;
  }

  /**
   * Returns the secret of a stored text. Plain text is returned as it is.
   *
   * @throws {StoreUnavailable} if the key is not known, or the text belongs to another row
   */
  open(stored: string, rowId: string): string {
    const [, id = '', text = ''] = sealedPattern.exec(stored) ?? [];
    if (id === '') return stored;
    const key = this.#keys.get(id);
    if (!key) {
      throw new StoreUnavailable(
        `signing secrets in the store are encrypted with the key ${id}, which is not among the secret keys: set NEWSWATCH_SECRET_KEY or --secret-key-file`,
      );
    }
    const sealed = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(0, nonceLength), {
      authTagLength: tagLength,
    });
    decipher.setAAD(Buffer.from(rowId));
    decipher.setAuthTag(sealed.subarray(-tagLength));
    try {
      const secret = decipher.update(sealed.subarray(nonceLength, -tagLength));
      return Buffer.concat([secret, decipher.final()]).toString();
    } catch (cause) {
      throw new StoreUnavailable(`the encrypted secret of ${rowId} is damaged`, { cause });
    }
  }
}

/** The message does not contain the key. */
function parseKey(text: string): SecretKey {
  const bytes = /^[0-9a-f]{64}$/i.test(text)
    ? Buffer.from(text, 'hex')
    : /^[\w+/-]{43}=?$/.test(text)
      ? Buffer.from(text, 'base64')
      : Buffer.alloc(0);
  if (bytes.length !== keyLength) {
    throw new SecretKeyError(
      'a secret key must be 32 random bytes in base64 or hex: openssl rand -base64 32',
    );
  }
  return {
    id: hash('sha256', Buffer.concat([Buffer.from('newswatch'), bytes])).slice(0, 8),
    bytes,
  };
}
