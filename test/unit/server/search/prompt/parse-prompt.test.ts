import { describe, expect, it } from 'vitest';
import type { QueryUnit } from '../../../../../src/server/search/prompt/query-unit.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';

/**
 * Clauses joined by ||, requirements by &, alternatives by |, units by +; ! marks names and quotes, ~
 * joins an action and its object.
 */
function notation(prompt: string): string {
  return readPrompt(prompt)
    .clauses.map((clause) =>
      clause
        .map(({ alternatives }) =>
          alternatives.map((units) => units.map(unitNotation).join('+')).join('|'),
        )
        .join(' & '),
    )
    .join(' || ');
}

function unitNotation({ phrase, kind, event }: QueryUnit): string {
  if (event) return `${event.actions[0]?.join('_')}~${phrase.join('_')}`;
  return phrase.join('_') + (kind === 'word' ? '' : '!');
}

describe('parsePrompt', () => {
  it.each([
    [
      'Tell me when a cocoa exporter or the International Cocoa Organization changes its quotas',
      'cocoa+export|intern_cocoa_organ! & chang~quota',
    ],
    ['copper, gallium or lithium prices', 'copper|gallium|lithium & price'],
    ['oil prices or production', 'oil & price|product'],
    ['peace talks between Iran and Iraq', 'peac & talk & iran! & iraq!'],
    ['Tell me about Apple and Samsung', 'appl!|samsung!'],
    ['Tell me about Apple, Samsung and Sony', 'appl!|samsung!|soni!'],
    ['strikes and lockouts', 'strike|lockout'],
    ['raises its dividend and raises its forecast', 'rais~dividend & rais~forecast'],
    ['Siemens raises or cuts dividend', 'siemen! & rais~dividend|cut~dividend'],
    [
      'Siemens raises, cuts or omits dividend',
      'siemen! & rais~dividend|cut~dividend|omit~dividend',
    ],
    ['Siemens shares rise or fall', 'siemen & rise~share|fall~share'],
    ['job cuts and price rises', 'job_cut|rise~price'],
    ['airlines fined by a regulator', 'fine~airlin & regul'],
    ['Orsina, the drug maker', 'orsina'],
    ['earthquakes or cyclones strike', 'earthquak|cyclon'],
    ['Has a bank failed, or have savers lost money?', 'bank & fail || saver & lost~monei'],
    ['vaccines or vaccination campaigns', 'vaccin|vaccin+campaign'],
    ['Tell me when the Bank of England meets', 'bank_of_england! & meet'],
    ['Alert me when Halden Ridge Group plc is in the news', 'halden_ridg!'],
    ['a "hostile bid" for a brewery', 'hostil_bid! & breweri'],
    ['Lithium', 'lithium'],
    ['Tell me when the WHO declares an emergency', 'world_health_organ! & declar~emerg'],
    ['Tell me when Ford Co recalls cars', 'ford! & recal~car'],
    ['new companies', 'new & compani'],
    ['半導体の輸出規制', '半導 & 導体 & 輸出 & 規制'],
    ['Streik der Lokführer', 'streik.de! & lokfuhr.de'],
  ])('%s', (prompt, expected) => {
    expect(notation(prompt)).toBe(expected);
  });

  it.each(['', ' ', '🚀', '"', '***', ',', 'or', '\0', '\ud800'])('accepts %j', (prompt) => {
    expect(readPrompt(prompt).clauses.length).toBeLessThan(2);
  });

  it('limits the number of requirements', () => {
    const prompt = 'cocoa or, '.repeat(1000);
    expect(readPrompt(prompt).clauses.flat().length).toBeLessThan(100);
  });
});
