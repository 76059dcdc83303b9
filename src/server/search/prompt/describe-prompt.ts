import { languageNames } from '../text/language-names.ts';
import { mainRequirements, maxMissing, optionalRequirements } from './optional-words.ts';
import type { QueryClause, Requirement } from './parse-prompt.ts';
import type { QueryUnit } from './query-unit.ts';
import type { PromptCondition } from './read-prompt.ts';

/** Maximum length of a description, in UTF-16 code units. */
const maxLength = 1000;

/** What a prompt was understood to ask for, as a sentence in English. */
export function describePrompt(condition: PromptCondition): string {
  const { clauses, exclusions, limits, languages } = condition;
  const [language, ...others] = languages;
  // With a certain language, only English is plausible besides it.
  const isForeign = language !== undefined && language !== 'en' && others.length <= 1;
  const news = isForeign ? `News in ${languageNames[language]}` : 'News';
  const asked = clauses.map(describeClause).join(', or ');
  const amounts = limits.map(({ label }) => ` with an amount of ${quoted(label)}`).join(' and');
  const excluded = exclusions.map((units) => joined(units.map(describeUnit)));
  const exclusion = excluded.length > 0 ? `; not about ${excluded.join(' or ')}` : '';
  const description = `${news} ${asked}${amounts}${exclusion}.`;
  return description.length > maxLength ? `${description.slice(0, maxLength - 1)}…` : description;
}

function describeClause(clause: QueryClause): string {
  const isEvent = ({ alternatives }: Requirement) =>
    alternatives.every((units) =>
      units.some(({ event, kind }) => kind === 'event' && !event?.actionShare),
    );
  const main = mainRequirements(clause);
  const optional = optionalRequirements(clause);
  const canAllBeMissing = optional.length <= maxMissing(main.length);
  const isPreferred = (requirement: Requirement) =>
    optional.includes(requirement) ? canAllBeMissing : isDegree(requirement, clause);
  const subjects = clause.filter(
    (requirement) =>
      !isEvent(requirement) && !isPreferred(requirement) && !optional.includes(requirement),
  );
  const events = clause.filter(isEvent);
  const described = subjects.map(describeRequirement);
  if (!canAllBeMissing) described.push(`most of ${optional.map(describeRequirement).join(', ')}`);
  const about = described.length > 0 ? `about ${joined(described)}` : '';
  const reports =
    events.length > 0 ? `that reports ${joined(events.map(describeRequirement))}` : '';
  const preferred = clause.filter(isPreferred).map(describeRequirement);
  const preference = preferred.length > 0 ? `, preferably ${preferred.join(' and ')}` : '';
  return `${[about, reports].filter(Boolean).join(' ')}${preference}`;
}

function isDegree({ alternatives }: Requirement, { length }: QueryClause): boolean {
  return length > 1 && alternatives.flat().every(({ support }) => support === 'degree');
}

function describeRequirement({ alternatives }: Requirement): string {
  const described = alternatives.map((units) => joined(units.map(describeUnit)));
  return described.length > 1 ? `(${described.join(' or ')})` : described.join('');
}

/** Pairs of characters of one word have the same description. */
function joined(descriptions: readonly string[]): string {
  return [...new Set(descriptions)].join(' and ');
}

function describeUnit({ kind, label, word, parts, spellings, support }: QueryUnit): string {
  if (word !== undefined) return quoted(word);
  if (kind === 'region') return `${quoted(label)} or one of its countries`;
  if (support === 'signs') return `${quoted(label)} or signs of it`;
  const areKnown = parts?.some(
    ({ spellings, phrase }) => spellings.length > 0 || phrase.length > 1,
  );
  if (areKnown && parts) return parts.map(describeUnit).join(' and ');
  // "Brazil's", unlike "Standard and Poor's"
  const isPlace = kind === 'name' && spellings.length > 0 && !label.includes(' ');
  return quoted(isPlace ? label.replace(/['’]s$/, '') : label);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '')}"`;
}
