import { createHmac } from 'node:crypto';
import { bodyChanges } from './body-changes.ts';
import type { Change } from './change.ts';
import { keyChanges } from './key-changes.ts';
import { prefixChanges } from './prefix-changes.ts';
import type { SignatureFinding } from './signature-explanation.ts';

export interface SignatureSearchOptions {
  body: Buffer;
  timestamp: string;
  eventId: string;
  secrets: readonly string[];
  /** The received signatures. */
  digests: readonly Buffer[];
}

/** An expected key, prefix or body, or a changed one with the finding that it proves. */
interface Candidate<Value> {
  readonly value: Value;
  readonly finding?: SignatureFinding;
}

interface Candidates {
  readonly keys: readonly Candidate<string | Uint8Array>[];
  readonly prefixes: readonly Candidate<string>[];
  readonly bodies: readonly Candidate<Buffer>[];
}

/** Maximum body size, in bytes, for trying pairs of changes: each try hashes the whole body. */
const maxBodySizeForPairs = 65_536;

/**
 * Searches for changes that make one of the signatures match: single changes first, then pairs of
 * different kinds, such as an added newline and a different key.
 *
 * @returns the findings of the first match; empty if there is none
 */
export function searchSignature(options: SignatureSearchOptions): SignatureFinding[] {
  const { body, digests } = options;
  const candidates = candidatesOf(options);
  const counts = body.length > maxBodySizeForPairs ? [0, 1] : [0, 1, 2];
  for (const count of counts) {
    for (const { key, prefix, signed, findings } of combinations(candidates, count)) {
      const digest = createHmac('sha256', key).update(prefix).update(signed).digest();
      if (digests.some((claimed) => claimed.equals(digest))) return findings;
    }
  }
  return [];
}

function candidatesOf({ body, timestamp, eventId, secrets }: SignatureSearchOptions): Candidates {
  const changedKeys = secrets.flatMap((secret, index) => {
    const name = secrets.length > 1 ? `signing secret ${index + 1}` : 'the signing secret';
    return keyChanges(secret).map((change) =>
      candidateOf({ ...change, message: `the signature was made with ${name} ${change.message}` }),
    );
  });
  return {
    keys: [...secrets.map((secret) => ({ value: secret })), ...changedKeys],
    prefixes: [
      { value: `${timestamp}.` },
      ...prefixChanges(timestamp, eventId).map((change) => candidateOf(change)),
    ],
    bodies: [{ value: body }, ...bodyChanges(body).map((change) => candidateOf(change))],
  };
}

function candidateOf<Value>({ code, message, value }: Change<Value>): Candidate<Value> {
  return { value, finding: { code, proven: true, message } };
}

/** All combinations of a key, a prefix and a body with exactly this number of changes. */
function* combinations({ keys, prefixes, bodies }: Candidates, count: number) {
  for (const key of keys) {
    for (const prefix of prefixes) {
      for (const body of bodies) {
        const findings = [key, prefix, body].flatMap(({ finding }) => finding ?? []);
        if (findings.length !== count) continue;
        yield { key: key.value, prefix: prefix.value, signed: body.value, findings };
      }
    }
  }
}
