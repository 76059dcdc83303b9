import { analyze } from './analyzer.ts';

/**
 * Parses lines of phrases separated by commas.
 *
 * @returns each phrase with the other phrases of its line, as lists of terms
 */
export function synonymGroups(lines: string): { phrase: string[]; others: string[][] }[] {
  return lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const group = line.split(',').map((phrase) => analyze(phrase).terms);
      return group.map((phrase) => ({ phrase, others: group.filter((other) => other !== phrase) }));
    });
}
