import { createHmac } from 'node:crypto';
import { bodyChanges, type Change, keyChanges, prefixChanges } from './signature-changes.ts';
import type { SignatureFinding } from './signature-explanation.ts';

export interface SignatureSearchOptions {
  body: Buffer;
  timestamp: string;
  eventId: string;
  secrets: readonly string[];
  /** The received signatures. */
  digests: readonly Buffer[];
}

/** A key, prefix or body to try: the expected one, or a changed one, which has a `code`. */
type Candidate<Value> = Change<Value> | { readonly value: Value; readonly code?: undefined };

interface Candidates {
  readonly bodies: readonly Candidate<Buffer>[];
  readonly prefixes: readonly Candidate<string>[];
  readonly keys: readonly Candidate<string | Uint8Array>[];
}

/** Maximum number of bytes that are hashed in one search. */
const maxHashedBytes = 16_777_216;

/**
 * Searches for changes that make one of the signatures match: single changes first, then pairs of
 * different kinds, such as an added newline and a different key. For a body over about 16 KiB, it
 * gives up before it has tried them all, so that it takes at most about 50 ms.
 *
 * @returns the findings of the first match; empty if there is none
 */
export function searchSignature(options: SignatureSearchOptions): SignatureFinding[] {
  const { body, digests } = options;
  const candidates = candidatesOf(options);
  let triesLeft = maxHashedBytes / (body.length + 1);
  for (const changeCount of [0, 1, 2]) {
    for (const { key, prefix, signed, findings } of combinations(candidates, changeCount)) {
      triesLeft -= 1;
      if (triesLeft < 0) return [];
      const digest = createHmac('sha256', key).update(prefix).update(signed).digest();
      if (digests.some((claimed) => claimed.equals(digest))) return findings;
    }
  }
  return [];
}

function candidatesOf({ body, timestamp, eventId, secrets }: SignatureSearchOptions): Candidates {
  const changedKeys = secrets.flatMap((secret, index) =>
    keyChanges(secret, secrets.length > 1 ? `signing secret ${index + 1}` : 'the signing secret'),
  );
  return {
    bodies: [{ value: body }, ...bodyChanges(body)],
    prefixes: [{ value: `${timestamp}.` }, ...prefixChanges(timestamp, eventId)],
    keys: [...secrets.map((value) => ({ value })), ...changedKeys],
  };
}

/** All combinations of a key, a prefix and a body with exactly `changeCount` changes. */
function* combinations({ keys, prefixes, bodies }: Candidates, changeCount: number) {
  for (const key of keys) {
    for (const prefix of prefixes) {
      for (const body of bodies) {
        const findings = [key, prefix, body].flatMap((part) =>
          part.code ? [{ code: part.code, proven: true, message: part.message }] : [],
        );
        if (findings.length !== changeCount) continue;
        yield { key: key.value, prefix: prefix.value, signed: body.value, findings };
      }
    }
  }
}
