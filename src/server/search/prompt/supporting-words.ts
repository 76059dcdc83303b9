import { once } from '../../../contract/once.ts';
import { analyze } from '../text/analyzer.ts';
import type { QueryUnit } from './query-unit.ts';

/**
 * Nouns that say what kind of matter a subject is, and after `:` the words by which news shows it
 * without naming it: a report of a crisis tells of defaults and closures.
 */
const matters = `
scandal, affair, controversy: scandal, affair, controversy, probe, investigate, inquiry, charge, guilty, plead, illegal, fraud, indict, allegation, accuse, convict, bribe, corruption, wrongdoing
dispute, row, feud, quarrel, spat, rift, standoff, tension, friction: dispute, row, feud, quarrel, tension, friction, retaliate, retaliation, sanction, threat, threaten, complain, complaint, accuse, protest, unfair, war, tariff, reject, oppose, object, criticize, court, demand, ban, breach
crisis, problem, trouble, difficulty, woe, turmoil, plight: crisis, problem, trouble, difficulty, turmoil, collapse, shortage, default, bankrupt, bankruptcy, insolvent, loss, suspend, emergency, rescue, suffer, struggle, plunge, fail, failure, damage, threaten, delay, strain, closure, layoff, arrears, moratorium
fear, worry, unease, anxiety: fear, worry, concern, anxious, threat, warn, risk, unease
boom: boom, record, surge, soar, jump, growth, expand, rapid, double
`;

/** Words that say how much or how important something is, or that there is an effect of it. */
const degrees = `
strong weak heavy severe serious sharp rapid huge massive significant important growing mounting
widespread dramatic ongoing continuing impact effect consequence influence implication outlook trend
`;

const signs = once(() => {
  const byTerm = new Map<string, string[][]>();
  for (const line of matters.trim().split('\n')) {
    const [words = [], shown = []] = line
      .split(': ')
      .map((list) => list.split(', ').map((word) => analyze(word).terms));
    for (const [term = ''] of words) byTerm.set(term, shown);
  }
  for (const term of analyze(degrees).terms) byTerm.set(term, []);
  return byTerm;
});

/**
 * Marks an English word that only describes the subject of a prompt. A news item need not have the word,
 * but must have one of its signs if there are any.
 */
export function markedIfSupporting(unit: QueryUnit): QueryUnit {
  const [term = '', ...others] = unit.phrase;
  const shown = others.length === 0 ? signs().get(term) : undefined;
  if (unit.kind !== 'word' || !shown) return unit;
  const related = [...unit.related, ...shown].filter(([first]) => first !== term);
  return { ...unit, related, support: shown.length > 0 ? 'signs' : 'degree' };
}
