import { readFileSync } from 'node:fs';
import {
  type Application,
  type Comment,
  type CommentDisplayPart,
  Converter,
  ReflectionKind,
} from 'typedoc';
import { MarkdownPageEvent } from 'typedoc-plugin-markdown';
import { slug } from '../../build/docs/slug.ts';

/** A plugin of TypeDoc for readable pages. */
export function load(app: Application): void {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const { comment } of project.getReflectionsByKind(ReflectionKind.All)) listErrors(comment);
  });
  const sections = sectionLinks();
  app.renderer.on(MarkdownPageEvent.END, (page) => {
    page.contents = withoutUndefinedDefaults(page.contents ?? '').replace(
      /docs\/service\.md §(\d[\d.]*\d|\d)/g,
      (text: string, number: string) =>
        sections.has(number) ? `[${text}](${sections.get(number)})` : text,
    );
  });
}

/** Merges all `@throws {Type} if …` into one list, with links to the types. */
function listErrors(comment: Comment | undefined): void {
  const [first, ...others] = comment?.getTags('@throws') ?? [];
  if (first === undefined) return;
  first.content = [first, ...others].flatMap(({ typeAnnotation, content }) => [
    { kind: 'text', text: '\n- ' },
    ...errorLink(typeAnnotation),
    ...content,
  ]);
  comment.blockTags = comment.blockTags.filter((tag) => !others.includes(tag));
}

function errorLink(typeAnnotation: string | undefined): CommentDisplayPart[] {
  const name = typeAnnotation?.replace(/^\{|\}$/g, '');
  if (!name) return [];
  return [
    /Error$/.test(name) && !(name in globalThis)
      ? { kind: 'inline-tag', tag: '@link', text: name }
      : { kind: 'code', text: `\`${name}\`` },
    { kind: 'text', text: ' ' },
  ];
}

function withoutUndefinedDefaults(markdown: string): string {
  return markdown.replace(/ \| `undefined` \| (?=[^|]*\|$)/gm, ' | | ');
}

/** The links to the numbered sections of the contract. */
function sectionLinks(): Map<string, string> {
  const text = readFileSync(new URL('../service.md', import.meta.url), 'utf8');
  return new Map(
    [...text.matchAll(/^#+ ((\d[\d.]*) .*)$/gm)].map(([, heading, number]) => [
      number ?? '',
      `/service.md#${slug(heading ?? '')}`,
    ]),
  );
}
