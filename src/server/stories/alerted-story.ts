import type { Fingerprint } from './fingerprint.ts';

/** Maximum number of values that are kept of the alerted versions of a story. */
const maxKnown = { numbers: 128, names: 96, mentions: 160 };

/**
 * The fingerprint to keep of an alerted version: it also knows what the alerted versions before it
 * said, so that a text that changes back says nothing new.
 */
export function withHistory(version: Fingerprint, alerted: readonly Fingerprint[]): Fingerprint {
  if (alerted.length === 0) return version;
  const all = [version, ...alerted];
  return {
    ...version,
    names: union(
      all.map(({ names }) => names),
      maxKnown.names,
    ),
    mentions: union(
      all.flatMap(({ headline, mentions }) => [headline, mentions]),
      maxKnown.mentions,
    ),
    numbers: unionOfPairs(all.map(({ numbers }) => numbers)),
    events: combined(
      all.map(({ events }) => events),
      (a, b) => a | b,
    ),
    turns: combined(
      all.map(({ turns }) => turns),
      (a, b) => a | b,
    ),
    leadTurns: combined(
      all.map(({ leadTurns }) => leadTurns),
      (a, b) => a & b,
    ),
  };
}

function union(sets: readonly Uint16Array[], limit: number): Uint16Array {
  return Uint16Array.from(new Set(sets.flatMap((set) => [...set]))).slice(0, limit);
}

function combined(
  sets: readonly Uint16Array[],
  combine: (a: number, b: number) => number,
): Uint16Array {
  return sets.reduce((known, set) => known.map((bits, index) => combine(bits, set[index] ?? 0)));
}

function unionOfPairs(lists: readonly Uint16Array[]): Uint16Array {
  const pairs = new Map<number, number[]>();
  for (const list of lists) {
    for (let index = 0; index + 1 < list.length; index += 2) {
      const [unit = 0, value = 0] = list.subarray(index, index + 2);
      pairs.set(unit * 0x10000 + value, [unit, value]);
    }
  }
  return Uint16Array.from([...pairs.values()].flat().slice(0, maxKnown.numbers));
}
