import { createHmac } from 'node:crypto';
import { bodyChanges } from './body-changes.ts';
import { keyChanges } from './key-changes.ts';
import { contentChanges } from './prefix-changes.ts';
import type { SignatureFinding } from './signature-explanation.ts';

export interface SearchOptions {
  body: Buffer;
  timestamp: string;
  eventId: string;
  secrets: readonly string[];
  /** The signatures that were sent. */
  digests: readonly Buffer[];
}

/** One difference from what was received; without a finding, none. */
interface Change<Value> {
  readonly value: Value;
  readonly finding?: SignatureFinding;
}

/** Bytes above which two differences at once are not tried: each try reads the whole body. */
const largestForPairs = 65_536;

/**
 * Looks for the differences under which one of the signatures comes out right: one first, then two
 * of different kinds (a newline *and* another key). Empty where there are none.
 */
export function searchSignature(options: SearchOptions): SignatureFinding[] {
  const { body, timestamp, eventId, digests } = options;
  const bodies = bodyChanges(body).map(({ code, message, signed }) =>
    changed(signed, code, `the body was changed on the way: ${message}`),
  );
  const contents = contentChanges(timestamp, eventId).map(({ code, message, prefix }) =>
    changed(prefix, code, message),
  );
  const keys = keysOf(options.secrets);
  const signedBy = (key: Key, prefix: string, signed: Buffer) => {
    const digest = createHmac('sha256', key).update(prefix).update(signed).digest();
    return digests.some((each) => each.equals(digest));
  };
  const most = body.length > largestForPairs ? 1 : 2;
  const all = {
    keys,
    contents: [unchanged(`${timestamp}.`), ...contents],
    bodies: [unchanged(body), ...bodies],
  };
  for (let differences = 0; differences <= most; differences += 1) {
    for (const { key, prefix, signed, findings } of combinations(all, differences)) {
      if (signedBy(key, prefix, signed)) return findings;
    }
  }
  return [];
}

interface Choices {
  readonly keys: readonly Change<Key>[];
  readonly contents: readonly Change<string>[];
  readonly bodies: readonly Change<Buffer>[];
}

/** Every choice of a key, a prefix and a body that makes exactly so many differences. */
function* combinations({ keys, contents, bodies }: Choices, differences: number) {
  for (const key of keys) {
    for (const content of contents) {
      for (const body of bodies) {
        const findings = [key, content, body].flatMap(({ finding }) => finding ?? []);
        if (findings.length !== differences) continue;
        yield { key: key.value, prefix: content.value, signed: body.value, findings };
      }
    }
  }
}

type Key = string | Uint8Array;

/** Every secret as it is given, and then every change of each. */
function keysOf(secrets: readonly string[]): Change<Key>[] {
  const several = secrets.length > 1;
  const changes = secrets.flatMap((secret, index) =>
    keyChanges(secret).map(({ code, message, key }) => {
      const name = several ? `signing secret ${index + 1}` : 'the signing secret';
      return changed<Key>(key, code, `the signature was made with ${name} ${message}`);
    }),
  );
  return [...secrets.map((secret) => unchanged<Key>(secret)), ...changes];
}

function unchanged<Value>(value: Value): Change<Value> {
  return { value };
}

function changed<Value>(value: Value, code: string, message: string): Change<Value> {
  return { value, finding: { code, proven: true, message } };
}
