import type { MarkdownRenderer } from 'vitepress';

/** Maximum number of characters of code that is not divided between lines. */
const maxLength = 24;

/** Shows `{{ … }}` in inline code as it is (Vue would evaluate it), and `--flag` in one line. */
export function inlineCode({ renderer }: MarkdownRenderer): void {
  const { code_inline: render } = renderer.rules;
  renderer.rules.code_inline = (tokens, index, ...rest) => {
    const token = tokens[index];
    token?.attrSet('v-pre', '');
    if (token && token.content.length <= maxLength) token.attrJoin('class', 'short');
    return render?.(tokens, index, ...rest) ?? '';
  };
}
