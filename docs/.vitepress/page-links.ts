import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MarkdownRenderer } from 'vitepress';
import { pageLink } from '../../build/docs/page-link.ts';

type Token = ReturnType<MarkdownRenderer['parse']>[number];

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Makes relative links that work on a code host work on the site. */
export function pageLinks(markdown: MarkdownRenderer, repository: string | undefined): void {
  markdown.core.ruler.push('page-links', ({ tokens, env }) => {
    const source = env.frontmatter?.source ?? relative(project, env.path);
    // The API reference has correct links of its own.
    if (source.startsWith('docs/api/')) return;
    for (const { children } of tokens)
      mapLinks(children ?? [], (link) => pageLink(link, source, repository));
  });
}

/** Removes links, but not their text, for which `map` returns `undefined`. */
function mapLinks(tokens: readonly Token[], map: (link: string) => string | undefined): void {
  let removed = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const link = map(token.attrGet('href') ?? '');
      removed = link === undefined;
      if (link !== undefined) token.attrSet('href', link);
    }
    if (removed && token.type.startsWith('link_')) token.type = 'text';
  }
}
