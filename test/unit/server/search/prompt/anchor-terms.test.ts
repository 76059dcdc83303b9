import { describe, expect, it } from 'vitest';
import {
  anchorCandidates,
  anchorTerms,
} from '../../../../../src/server/search/prompt/anchor-terms.ts';
import { promptRule } from '../../../../../src/server/search/prompt/prompt-rule.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';
import { unitPhraseTerms, unitsOf } from '../../../../../src/server/search/prompt/unit-terms.ts';
import { termId } from '../../../../../src/server/search/text/term-id.ts';

const prompts = [
  'Acme Rockets',
  'Acme Rockets Holding Europe cuts jobs',
  'Tesla Germany recall',
  'cocoa or coffee exports in Brazil',
  'European companies that raise their dividend',
  'Umbrella files for Chapter 11',
  'the central bank of Turkey raises interest rates',
  'takeover bids for Swedish banks',
  'Monitor palm oil and cocoa in the Gulf',
  'strikes at ports in France or Spain',
  'government regulation of rice prices',
  '"tin mine" collapse',
  'Acme, Umbrella or Initech resigns',
  'Übernahmen deutscher Banken',
  'huelga de mineros en Bolivia',
];

/** Numbers from 0 to 1, the same in each run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

describe.each(prompts)('the anchor terms of "%s"', (prompt) => {
  const condition = readPrompt(prompt);
  const judge = promptRule(condition);
  const phrases = unitsOf(condition.clauses).flatMap(unitPhraseTerms);

  it.each([0, 1, 2])('are in every item that matches (%d)', (seed) => {
    const random = randomNumbers(seed);
    const frequencies = new Map(
      anchorCandidates(condition).map((term) => [term, Math.floor(random() * 1000)]),
    );
    const anchors = new Set(anchorTerms(condition, { size: 1000, frequencies }).map(termId));
    let matching = 0;
    for (let round = 0; round < 2000; round += 1) {
      // Some of the phrases, and some single words of them.
      const terms = Array.from({ length: 2 + Math.floor(random() * 5) }, () => {
        const phrase = phrases[Math.floor(random() * phrases.length)] ?? [];
        return random() < 0.8 ? phrase : phrase.slice(0, 1);
      }).flat();
      const ids = Uint32Array.from(terms.map(termId));
      const middle = Math.floor(random() * ids.length);
      const item = { title: ids.subarray(0, middle), text: ids.subarray(middle) };
      if (judge(item) === undefined) continue;
      matching += 1;
      expect(ids.some((id) => anchors.has(id))).toBe(true);
    }
    expect(matching).toBeGreaterThan(0);
  });
});

it.each([
  ['the action', 'actions', 'subjects'],
  ['its object', 'subjects', 'actions'],
] as const)('are those of %s of an event if it is rarer', (_, rare, frequent) => {
  const condition = readPrompt('Umbrella cuts dividend');
  const events = unitsOf(condition.clauses).flatMap(({ event }) => event ?? []);
  const frequencies = new Map([['umbrella', 5000]]);
  for (const event of events) {
    for (const term of event[frequent].flat()) frequencies.set(term, 900);
    for (const term of event[rare].flat()) frequencies.set(term, 1);
  }
  const anchors = anchorTerms(condition, { size: 10_000, frequencies });
  expect(anchors).toContain(events[0]?.[rare][0]?.[0]);
  expect(anchors).not.toContain(events[0]?.[frequent][0]?.[0]);
});

it('are the rarest word of a name of two words', () => {
  const condition = readPrompt('Acme Rockets');
  const frequencies = new Map([
    ['acm', 1],
    ['rocket', 900],
  ]);
  expect(anchorTerms(condition, { size: 10_000, frequencies })).not.toContain('rocket');
});
