import type { MarkdownRenderer } from 'vitepress';

/** Shows `{{ … }}` in inline code as it is; Vue would evaluate it. */
export function plainCode({ renderer }: MarkdownRenderer): void {
  const { code_inline: render } = renderer.rules;
  renderer.rules.code_inline = (tokens, index, ...rest) => {
    tokens[index]?.attrSet('v-pre', '');
    return render?.(tokens, index, ...rest) ?? '';
  };
}
