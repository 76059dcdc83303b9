import { describe, expect, it } from 'vitest';
import { parsePrompt } from '../../../../../src/server/search/prompt/parse-prompt.ts';
import { parseQuery } from '../../../../../src/server/search/query.ts';

/** Clauses joined by ||, requirements by &, alternatives by |, units by +; ! marks names and quotes. */
function notation(prompt: string): string {
  return parsePrompt(prompt, parseQuery(prompt).phrases[0] ?? [])
    .map((clause) =>
      clause
        .map(({ alternatives }) =>
          alternatives
            .map((units) =>
              units
                .map(({ phrase, kind }) => phrase.join('_') + (kind === 'word' ? '' : '!'))
                .join('+'),
            )
            .join('|'),
        )
        .join(' & '),
    )
    .join(' || ');
}

describe('parsePrompt', () => {
  it.each([
    [
      'Tell me when a cocoa exporter or the International Cocoa Organization changes its quotas',
      'cocoa+export|intern_cocoa_organ! & quota',
    ],
    ['copper, gallium or lithium prices', 'copper|gallium|lithium & price'],
    ['oil prices or production', 'price|product & oil'],
    ['peace talks between Iran and Iraq', 'peac & talk & iran! & iraq!'],
    ['Tell me about Apple and Samsung', 'appl!|samsung!'],
    ['Has a bank failed, or have savers lost money?', 'bank & fail || saver & lost & monei'],
    ['vaccines or vaccination campaigns', 'vaccin|vaccin+campaign'],
    ['Tell me when the Bank of England meets', 'bank_of_england! & meet'],
    ['Alert me when Halden Ridge Group plc is in the news', 'halden_ridg!'],
    ['a "hostile bid" for a brewery', 'hostil_bid! & breweri'],
    ['Lithium', 'lithium'],
    ['Tell me when the WHO declares an emergency', 'world_health_organ! & declar & emerg'],
    ['Tell me when Ford Co recalls cars', 'ford! & recal & car'],
    ['new companies', 'new & compani'],
    ['半導体の輸出規制', '半導 & 導体 & 輸出 & 規制'],
    ['Streik der Lokführer', 'streik & lokfuhr'],
  ])('%s', (prompt, expected) => {
    expect(notation(prompt)).toBe(expected);
  });

  it.each(['', ' ', '🚀', '"', '***', ',', 'or', '\0', '\ud800'])('accepts %j', (prompt) => {
    expect(parsePrompt(prompt, parseQuery(prompt).phrases[0] ?? []).length).toBeLessThan(2);
  });

  it('limits the number of requirements', () => {
    const prompt = 'cocoa or, '.repeat(1000);
    expect(parsePrompt(prompt, []).flat().length).toBeLessThan(100);
  });
});
