import { hash, randomBytes } from 'node:crypto';

/** 256 random bits in characters that URLs, cookies and headers allow. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The stored form of a secret: its SHA-256 in hex. Salt and stretching are not needed, because all
 * secrets here are long and random.
 */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}
