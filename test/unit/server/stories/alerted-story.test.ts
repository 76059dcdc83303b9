import { describe, expect, test } from 'vitest';
import { withHistory } from '../../../../src/server/stories/alerted-story.ts';
import {
  decodeFingerprint,
  encodeFingerprint,
} from '../../../../src/server/stories/encoded-fingerprint.ts';
import { fingerprintOf } from '../../../../src/server/stories/fingerprint.ts';
import { saysSomethingNew } from '../../../../src/server/stories/same-story.ts';

interface Text {
  title: string;
  text?: string;
}

const kills = (count: number): Text => ({
  title: `Explosion in Velden mine kills ${count}`,
  text: `An explosion in a coal mine near Velden killed ${count} workers, the authority said.`,
});

/** The positions of the texts that are alerted if one item has them one after the other. */
function alertedOf(texts: readonly Text[], hoursBetween = 1): number[] {
  let kept: string | undefined;
  return texts.flatMap(({ title, text = '' }, position) => {
    const hours = position * hoursBetween;
    const version = fingerprintOf({ title, text, time: hours * 3_600_000 });
    const before = kept === undefined ? undefined : decodeFingerprint(kept);
    const alerted = before ? [before] : [];
    if (before && !saysSomethingNew(version, alerted)) return [];
    kept = encodeFingerprint(withHistory(version, alerted));
    return [position];
  });
}

describe('an item that changes all the time', () => {
  test('is alerted once for each of the states that it alternates between', () => {
    const texts = Array.from({ length: 40 }, (_, n) => kills(n % 2 === 0 ? 5 : 12));
    expect(alertedOf(texts, 30)).toEqual([0, 1]);
  });

  test('is alerted once for each of two headlines', () => {
    const texts = Array.from({ length: 40 }, (_, n) =>
      n % 2 === 0
        ? { title: 'Wardens of the old pier meet the harbor master about the tide tables' }
        : { title: 'Gardeners bring rare orchids into their greenhouse behind the museum' },
    );
    expect(alertedOf(texts, 30)).toEqual([0, 1]);
  });

  test('is alerted once for each of two opposite statements', () => {
    const texts = Array.from({ length: 40 }, (_, n) => ({
      title: `Jury finds Smith ${n % 2 === 0 ? '' : 'not '}guilty of fraud`,
    }));
    expect(alertedOf(texts, 30)).toEqual([0, 1]);
  });

  test('is alerted each time it states another number, however often', () => {
    const texts = Array.from({ length: 20 }, (_, n) => kills(n + 2));
    expect(alertedOf(texts)).toEqual(texts.map((_, position) => position));
    const { title, text } = kills(5);
    const event = { title: `${title}, manager arrested`, text: String(text) };
    expect(alertedOf([...texts, kills(7), event])).toEqual([...texts.keys(), 21]);
  });

  test.each([
    (n: number) => `Points: ${n * 3} # Comments: ${n}`,
    (n: number) => `${n * 3} points by someone 3 hours ago | ${n} comments`,
    (n: number) => `${n * 100} views, ${n} likes, ${n} replies`,
    (n: number) => `${n} Kommentare, ${n * 9} Aufrufe`,
  ])('is alerted once if only the counters of its page grow: %s', (text) => {
    const texts = Array.from({ length: 10 }, (_, n) => ({
      title: 'Show and tell: a compiler in a weekend',
      text: text(n + 2),
    }));
    expect(alertedOf(texts)).toEqual([0]);
  });

  test('is an update if it counts votes, points or shares of something else', () => {
    const of = (count: number, what: string) => ({ title: `Norrland tally: ${count} ${what}` });
    for (const what of ['votes', 'points', 'shares']) {
      expect(alertedOf([of(51, what), of(49, what)])).toEqual([0, 1]);
    }
  });

  test('keeps a fingerprint of bounded size', () => {
    let kept = fingerprintOf({ ...kills(1), text: '', time: 0 });
    for (let n = 0; n < 300; n += 1) {
      const title = Array.from({ length: 12 }, (_, word) => `Word${n}x${word} ${n * 12 + word}`);
      const version = fingerprintOf({ title: title.join(' '), text: '', time: 0 });
      kept = withHistory(version, [kept]);
      expect(decodeFingerprint(encodeFingerprint(kept))).toEqual(kept);
    }
    expect(encodeFingerprint(kept).length).toBeLessThan(2000);
  });
});
