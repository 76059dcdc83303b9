import { hash, randomBytes } from 'node:crypto';

/** 256 random bits, fit for a URL, a cookie and a header. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The stored form of a secret: its SHA-256 in hex. Keys and tokens are long and random, so a plain
 * digest cannot be searched backwards.
 */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}
