const maxWidth = 98;

/**
 * A TSDoc comment with its line break. Paragraphs are wrapped; lines of a paragraph that begins with
 * `@example` are not.
 */
export function docstring(paragraphs: readonly string[], indent = ''): string {
  const width = maxWidth - indent.length;
  const lines = paragraphs.flatMap((paragraph, index) => [
    ...(index > 0 && !isTagAfterTag(paragraphs, index) ? [''] : []),
    ...(paragraph.startsWith('@example') ? paragraph.split('\n') : wrap(paragraph, width)),
  ]);
  const [first = ''] = lines;
  if (lines.length === 1 && first.length < width - 4) return `${indent}/** ${first} */\n`;
  const body = lines.map((line) => `${indent} * ${line}`.trimEnd());
  return [`${indent}/**`, ...body, `${indent} */`, ''].join('\n');
}

function isTagAfterTag(paragraphs: readonly string[], index: number): boolean {
  return [index - 1, index].every((at) => paragraphs[at]?.startsWith('@'));
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 4 > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** Turns a description of the contract into a sentence. A leading field name stays as it is. */
export function sentence(description: string): string {
  const [, word = '', rest = ''] = /^([a-z]*)(.*)$/s.exec(description) ?? [];
  const isName = rest.startsWith('_') || rest.startsWith('.') || rest.startsWith('`');
  const start = isName ? word : word.charAt(0).toUpperCase() + word.slice(1);
  const text = start + rest;
  return text.endsWith('.') ? text : `${text}.`;
}
