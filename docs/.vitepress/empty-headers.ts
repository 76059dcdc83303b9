import type { MarkdownRenderer } from 'vitepress';

/** Makes empty header cells ordinary cells: screen readers announce a header without a text otherwise. */
export function emptyHeaders(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('empty-headers', ({ tokens }) => {
    tokens.forEach((open, index) => {
      const content = tokens[index + 1];
      const close = tokens[index + 2];
      if (open.type !== 'th_open' || content?.content !== '' || close === undefined) return;
      open.tag = 'td';
      close.tag = 'td';
    });
  });
}
