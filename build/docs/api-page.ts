import { slug } from './slug.ts';

/**
 * A page of the API reference as TypeDoc writes it, made shorter: lists of related types become a line, and sections of
 * the contract become links.
 *
 * @param sections links by the numbers of the sections
 */
export function apiPage(markdown: string, sections: ReadonlyMap<string, string>): string {
  return markdown
    .replace(/^#+ (Extends|Extended by)\n\n((?:- .*\n)+)/gm, (_, title: string, list: string) => {
      const types = list.trim().split('\n');
      return `${title} ${types.map((line) => line.slice('- '.length)).join(', ')}.\n`;
    })
    .replace(/ \| `undefined` \| (?=[^|]*\|$)/gm, ' | | ')
    .replace(/docs\/service\.md §(\d[\d.]*\d|\d)/g, (text: string, number: string) => {
      const link = sections.get(number);
      return link === undefined ? text : `[${text}](${link})`;
    });
}

/** The links to the numbered sections of the contract, by number. */
export function sectionLinks(contract: string): ReadonlyMap<string, string> {
  return new Map(
    [...contract.matchAll(/^#+ ((\d[\d.]*) .*)$/gm)].map(([, heading = '', number = '']) => [
      number,
      `/service.md#${slug(heading)}`,
    ]),
  );
}
