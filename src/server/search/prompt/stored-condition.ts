import { version } from '../../../../package.json';
import type { RuleCondition } from './compiled-condition.ts';

/**
 * Writes what decides which items satisfy a condition, as JSON: its rule can be compiled later without
 * reading the prompt again, which takes ten times as long.
 */
export function writeCondition({ clauses, exclusions, limits, languages }: RuleCondition): string {
  // The version comes first, where `isCurrentCondition` expects it.
  return JSON.stringify({ read_by: version, clauses, exclusions, limits, languages }, withoutForms);
}

const start = JSON.stringify({ read_by: version }).slice(0, -1);

/** Whether this version has written a condition. Another one may read the prompt otherwise. */
export function isCurrentCondition(text: string): boolean {
  return text.startsWith(`${start},`);
}

/** Reads what {@link writeCondition} has written. */
export function parseCondition(text: string): RuleCondition {
  return JSON.parse(text) as RuleCondition;
}

/** Of the entries of the lexicon, rules use only the label. A unit has the forms that matter. */
function withoutForms(key: string, value: unknown): unknown {
  const isEntry =
    (key === 'action' || key === 'subject') && typeof value === 'object' && value !== null;
  return isEntry ? { ...value, forms: [], newsForms: [], objectForms: [] } : value;
}
