import type { Page, Section } from './outline.ts';

const introduction = `# newswatch

> One npm package for a news watch service: a command line, a typed client, webhook functions and a complete server for tests. It searches news, keeps monitors on companies and topics, reads alerts, and receives them as signed webhooks.

\`newswatch --local news search "chip exports"\` runs without an account and without a server. \`newswatch serve --sample --data :memory:\` starts the bundled server, and \`newswatch schema\` lists every command as JSON, and \`newswatch schema <command>\` describes one.`;

/**
 * `llms.txt` (llmstxt.org): the written pages, with a line on each.
 *
 * @param folder of the pages in the links: `docs/` in the package, empty on the site
 */
export function llmsText(outline: readonly Section[], folder: string): string {
  const sections = outline.flatMap(({ title, pages }) => {
    const links = pages.flatMap(({ path, title, about }) =>
      about === undefined ? [] : `- [${title}](${folder}${path}.md): ${about}`,
    );
    // "Optional" is the section that readers with little context may skip.
    const heading = title === 'Decisions' ? 'Optional' : title;
    return links.length === 0 ? [] : [`## ${heading}\n\n${links.join('\n')}`];
  });
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

/**
 * `llms-full.txt`: the text of all written pages, without the optional ones.
 *
 * @param read returns the Markdown of a page
 */
export function llmsFullText(outline: readonly Section[], read: (page: Page) => string): string {
  const pages = outline
    .filter(({ title }) => title !== 'Decisions')
    .flatMap((section) => section.pages)
    .filter(({ about }) => about !== undefined);
  return `${[introduction, ...pages.map((page) => read(page).trim())].join('\n\n')}\n`;
}
