import { describe, expect, it } from 'vitest';
import { pageLink } from '../../../../build/docs/page-link.ts';

describe('pageLink()', () => {
  it.each([
    ['library.md', 'docs/get-started.md', '/library.md'],
    ['../server.md#fixtures', 'docs/recipes/scripts.md', '/server.md#fixtures'],
    ['decisions/README.md', 'docs/architecture.md', '/decisions/index.md'],
    ['docs/library.md', 'SKILL.md', '/library.md'],
    ['../SKILL.md#rules', 'docs/assistants.md', '/project/skill.md#rules'],
    ['../llms.txt', 'docs/assistants.md', '/llms.txt'],
  ])('leads %s of %s to %s', (link, source, expected) => {
    expect(pageLink(link, source, undefined)).toBe(expected);
  });

  it.each(['https://example.com/a.md', 'mailto:you@example.com', '#options', '/cli/'])(
    'does not change %s',
    (link) => {
      expect(pageLink(link, 'docs/library.md', 'https://git.example/newswatch')).toBe(link);
    },
  );

  it('leads to other files on the code host if it is known', () => {
    const link = (repository: string | undefined) =>
      pageLink('../examples/hono.js', 'docs/webhooks.md', repository);
    expect(link('https://git.example/newswatch')).toBe(
      'https://git.example/newswatch/blob/main/examples/hono.js',
    );
    expect(link(undefined)).toBeUndefined();
  });
});
