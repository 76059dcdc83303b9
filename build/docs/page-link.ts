import { posix } from 'node:path';
import { projectPages } from './project-pages.ts';

/**
 * The address on the site of a link in a Markdown file; only relative links change.
 *
 * @param link as written, such as `../SKILL.md#rules`
 * @param source path of the file in the project, such as `docs/assistants.md`
 * @param repository address of the project on a code host, if it is known
 * @returns `undefined` if the link leads to a file that is not on the site, and `repository` is unknown
 */
export function pageLink(
  link: string,
  source: string,
  repository: string | undefined,
): string | undefined {
  const [path = '', anchor] = link.split('#');
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  if (path === '' || /^([a-z]+:|\/)/.test(link)) return link;
  const target = posix.join(posix.dirname(source), path);
  const page = projectPages.get(target);
  if (page !== undefined) return `/${page}.md${suffix}`;
  if (target === 'llms.txt') return '/llms.txt';
  if (target.startsWith('docs/') && target.endsWith('.md'))
    return `/${target.slice('docs/'.length).replace(/README\.md$/, 'index.md')}${suffix}`;
  return repository === undefined ? undefined : `${repository}/blob/main/${target}${suffix}`;
}
