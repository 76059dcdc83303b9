import { expect, it } from 'vitest';
import { slug } from '../../../../build/docs/slug.ts';

it.each([
  ['Get started', 'get-started'],
  ['`require()`', 'require'],
  ['2.1 News items', '21-news-items'],
  ["undici's MockAgent", 'undicis-mockagent'],
  ['Flags, arguments & exit codes', 'flags-arguments--exit-codes'],
  ['news_mine', 'news_mine'],
  ['Übersicht der Läufe', 'übersicht-der-läufe'],
])('the anchor of "%s" is %s, as on code hosts', (heading, anchor) => {
  expect(slug(heading)).toBe(anchor);
});
