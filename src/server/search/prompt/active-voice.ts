import { analyze } from '../text/analyzer.ts';
import { actionAt } from './lexicon.ts';

const name =
  "\\p{Lu}[\\p{L}\\p{N}&.'’-]*(?:\\s(?:(?:of|and|&|the|de|for)\\s)?\\p{Lu}[\\p{L}\\p{N}&.'’-]*){0,7}";
const auxiliaries =
  '(?:(?:is|are|was|were|gets?|got|being|been|to|be|will|has|have|had|may|could)\\s){0,4}';
const passive = new RegExp(
  `^(?<patient>${name})\\s${auxiliaries}(?<verb>\\p{Ll}+(?:\\s(?:over|back|off))?)\\sby\\s(?:the\\s)?(?<agent>${name})(?<rest>(?:\\s.*)?)$`,
  'u',
);

/**
 * Puts who acts before the verb: "Acme to be acquired by Norvik" becomes "Norvik acquired Acme". Other
 * prompts, and those without two names, stay as they are.
 */
export function inActiveVoice(prompt: string): string {
  const { patient, verb = '', agent, rest = '' } = passive.exec(prompt.trim())?.groups ?? {};
  const { terms } = analyze(verb);
  const action = actionAt(terms, 0);
  // "Sale by", unlike "sold by", is a noun.
  const isParticiple = /(?:ed|[aeu]n|ght|old|ost|ut|it)(?:\s|$)/.test(verb);
  if (!action || action.length < terms.length || !isParticiple) return prompt;
  return `${agent} ${verb} ${patient}${rest}`;
}
