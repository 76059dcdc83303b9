import { concatBytes, utf8Bytes } from './bytes.ts';
import type { RawBody } from './raw-body.ts';

/** What a signature is computed over: `<prefix><body>`. */
export interface HmacInput {
  /** A string is encoded as UTF-8. */
  readonly key: string | Uint8Array;
  readonly prefix: string;
  readonly body: RawBody;
}

/** Computes an HMAC-SHA256 with Web Crypto. */
export async function hmac(input: HmacInput): Promise<Uint8Array> {
  return new Uint8Array(await subtle().sign('HMAC', await importKey(input), contentOf(input)));
}

/**
 * Whether one of `digests` is the HMAC-SHA256. Hashes the body once, however many digests there are,
 * and compares in constant time: `subtle.verify` compares the HMACs of the expected and the given digest.
 */
export async function isHmac(input: HmacInput, digests: readonly Uint8Array[]): Promise<boolean> {
  const key = await importKey(input);
  const expected = await subtle().sign('HMAC', key, contentOf(input));
  const tag = await subtle().sign('HMAC', key, expected);
  const matches = await Promise.all(
    digests.map((digest) => subtle().verify('HMAC', key, tag, concatBytes(digest))),
  );
  return matches.includes(true);
}

function importKey({ key }: HmacInput) {
  const bytes = toBytes(key);
  // Web Crypto refuses an empty key. HMAC pads keys with zeros, so one zero byte is the same key.
  const material = concatBytes(bytes.length === 0 ? new Uint8Array(1) : bytes);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return subtle().importKey('raw', material, algorithm, false, ['sign', 'verify']);
}

function contentOf({ prefix, body }: HmacInput): Uint8Array<ArrayBuffer> {
  return concatBytes(utf8Bytes(prefix), toBytes(body));
}

function toBytes(data: string | Uint8Array): Uint8Array {
  return typeof data === 'string' ? utf8Bytes(data) : data;
}

function subtle() {
  const { crypto } = globalThis;
  if (crypto?.subtle) return crypto.subtle;
  throw new Error(
    'this runtime has no Web Crypto (crypto.subtle); browsers have it only over HTTPS',
  );
}
