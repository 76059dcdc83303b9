import { readFileSync } from 'node:fs';
import {
  type Application,
  type Comment,
  type CommentDisplayPart,
  Converter,
  ReflectionKind,
} from 'typedoc';
import { MarkdownPageEvent } from 'typedoc-plugin-markdown';
import { apiPage, sectionLinks } from '../../build/docs/api-page.ts';

/** A plugin of TypeDoc for readable pages. */
export function load(app: Application): void {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const { comment } of project.getReflectionsByKind(ReflectionKind.All)) listErrors(comment);
  });
  const contract = readFileSync(new URL('../service.md', import.meta.url), 'utf8');
  const sections = sectionLinks(contract);
  app.renderer.on(MarkdownPageEvent.END, (page) => {
    page.contents = apiPage(page.contents ?? '', sections);
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
