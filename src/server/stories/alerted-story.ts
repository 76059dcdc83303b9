import { type Fingerprint, halves, hoursOf } from './fingerprint.ts';
import { hasNewEvent, saysSomethingNew } from './same-story.ts';

/** Maximum number of updates of a story within a day that say something new without a new event. */
const maxUpdates = 3;
const hoursOfDay = 24;

/** Maximum number of values that are kept of what the alerted versions of a story said. */
const maxKnown = { numbers: 128, names: 96, mentions: 160 };

/**
 * Whether a version says something to a reader who knows the alerted versions. After three updates
 * within a day only another event does: a text that changes all the time must not alert all the
 * time.
 *
 * @param hours the present, in hours since the epoch
 */
export function isUpdate(
  version: Fingerprint,
  alerted: readonly Fingerprint[],
  hours: number,
): boolean {
  if (recentUpdates(alerted, hours).length >= maxUpdates) return hasNewEvent(version, alerted);
  return saysSomethingNew(version, alerted);
}

/**
 * The fingerprint to keep of an alerted version: it also knows what the alerted versions before it
 * said, so that a text that changes back says nothing new.
 */
export function withHistory(
  version: Fingerprint,
  alerted: readonly Fingerprint[],
  hours: number,
): Fingerprint {
  if (alerted.length === 0) return version;
  const all = [version, ...alerted];
  const union = (field: 'names' | 'mentions') =>
    Uint16Array.from(new Set(all.flatMap((each) => [...each[field]]))).slice(0, maxKnown[field]);
  return {
    ...version,
    names: union('names'),
    mentions: Uint16Array.from(
      new Set(all.flatMap(({ headline, mentions }) => [...headline, ...mentions])),
    ).slice(0, maxKnown.mentions),
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
    updates: Uint16Array.from(
      [...recentUpdates(alerted, hours), hours].slice(-maxUpdates).flatMap((at) => [...halves(at)]),
    ),
  };
}

/** When the story was updated within the last day: those of the version with the most updates. */
function recentUpdates(alerted: readonly Fingerprint[], hours: number): number[] {
  return alerted.reduce<number[]>((most, { updates }) => {
    const recent: number[] = [];
    for (let index = 0; index + 1 < updates.length; index += 2) {
      const at = hoursOf({ hours: updates.subarray(index, index + 2) });
      if (at > hours - hoursOfDay) recent.push(at);
    }
    return recent.length > most.length ? recent : most;
  }, []);
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
