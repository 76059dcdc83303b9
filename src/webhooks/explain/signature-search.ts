import { areEqualBytes } from '../bytes.ts';
import type { HmacInput } from '../hmac.ts';
import { bodyChanges, type Change, keyChanges, prefixChanges } from './signature-changes.ts';
import type { SignatureFinding } from './signature-explanation.ts';

export interface SignatureSearchOptions {
  body: Uint8Array;
  timestamp: string;
  eventId: string;
  secrets: readonly string[];
  /** The received signatures. */
  digests: readonly Uint8Array[];
}

/** A key, prefix or body to try: the expected one, or a changed one, which has a `code`. */
type Candidate<Value> = Change<Value> | { readonly value: Value; readonly code?: undefined };

/** Work of a search. */
export interface SearchStep {
  /** In bytes that are rewritten or hashed. */
  readonly cost: number;
  /** An HMAC-SHA256 to compute and pass to `next()`; `undefined` if the work is done. */
  readonly hmac?: HmacInput;
}

interface Candidates {
  readonly bodies: readonly Candidate<Uint8Array>[];
  readonly prefixes: readonly Candidate<string>[];
  readonly keys: readonly Candidate<string | Uint8Array>[];
}

/** Maximum number of bytes that are rewritten and hashed in one search. */
const maxWork = 16_777_216;

/** What trying one candidate costs besides its bytes, in bytes. */
const tryCost = 1024;

/** Maximum number of received signatures that are compared. */
const maxDigests = 16;

/**
 * Searches for changes that make one of the signatures match: single changes first, then pairs of
 * different kinds, such as an added newline and a different key. For a body over about 16 KiB, it
 * gives up before it has tried them all.
 *
 * A generator, so that a caller can do other work between its steps, and can compute their HMACs
 * synchronously or not. Each step rewrites or hashes one candidate, and all together cost at most
 * {@link maxWork}.
 *
 * @returns the findings of the first match; empty if there is none
 */
export function* searchSignature(
  options: SignatureSearchOptions,
): Generator<SearchStep, SignatureFinding[], Uint8Array | undefined> {
  const digests = options.digests.slice(0, maxDigests);
  const bodies: Candidate<Uint8Array>[] = [{ value: options.body }];
  let budget = maxWork;
  for (const change of bodyChanges(options.body)) {
    const cost = tryCost + change.value.length;
    budget -= cost;
    bodies.push(change);
    yield { cost };
  }
  const candidates = candidatesOf(options, bodies);
  for (const changeCount of [0, 1, 2]) {
    for (const { hmac, findings } of combinations(candidates, changeCount)) {
      const cost = tryCost + hmac.body.length;
      budget -= cost;
      if (budget < 0) return [];
      const digest = yield { cost, hmac };
      if (digest && digests.some((claimed) => areEqualBytes(claimed, digest))) return findings;
    }
  }
  return [];
}

function candidatesOf(
  { timestamp, eventId, secrets }: SignatureSearchOptions,
  bodies: Candidates['bodies'],
): Candidates {
  const changedKeys = secrets.flatMap((secret, index) =>
    keyChanges(secret, secrets.length > 1 ? `signing secret ${index + 1}` : 'the signing secret'),
  );
  return {
    bodies,
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
        const hmac = { key: key.value, prefix: prefix.value, body: body.value };
        yield { hmac, findings };
      }
    }
  }
}
