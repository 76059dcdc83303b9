import type { AtomFeed } from 'feedsmith';
import type { TextFormat } from '../text/plain-text.ts';
import type { FeedEntry, FeedProperties, FeedText } from './feed-item.ts';
import { mediaTexts } from './media-texts.ts';

/** Link relations of an entry, in order of preference (RFC 4287, section 4.2.7.2). */
const relations = ['alternate', 'related', 'via', 'self'];

/** Converts the properties of a feed in Atom 1.0 or 0.3 (RFC 4287). */
export function atomProperties(feed: AtomFeed.Feed<string>): FeedProperties {
  const { id, title, links = [], xml } = feed;
  const isHtml = title?.type === 'html' || title?.type === 'xhtml';
  return {
    id,
    title: { value: title?.value, format: isHtml ? 'html' : 'unknown' },
    link: rankedLinks(links.filter((link) => (link.rel ?? 'alternate') === 'alternate'))[0],
    self: links.find((link) => link.rel === 'self')?.href,
    base: xml?.base,
  };
}

/** Converts an entry of Atom 1.0 or 0.3. */
export function atomEntry(entry: AtomFeed.Entry<string>): FeedEntry {
  const { dc, itunes } = entry;
  // Video sites use Media RSS instead of a summary.
  const media = mediaTexts(entry.media);
  return {
    identifier: entry.id,
    links: rankedLinks(entry.links ?? []),
    title: firstText(entry.title, dc?.titles?.[0], itunes?.title, media.title),
    description: firstText(
      entry.summary,
      dc?.descriptions?.[0],
      itunes?.summary,
      itunes?.subtitle,
      media.description,
    ),
    content: feedText(entry.content),
    dates: [entry.published, dc?.dates?.[0], entry.updated],
    source: feedText(entry.source?.title),
    base: entry.xml?.base,
  };
}

/** The addresses of links with known relations: the preferred relation first, then HTML pages. */
function rankedLinks(links: readonly AtomFeed.Link<string>[]): (string | undefined)[] {
  const rank = (link: AtomFeed.Link<string>): number => {
    const relation = relations.indexOf(link.rel ?? 'alternate');
    const isPage = link.type === undefined || /html/i.test(link.type);
    return relation === -1 ? Number.POSITIVE_INFINITY : relation * 2 + (isPage ? 0 : 1);
  };
  return links
    .filter((link) => link.href !== undefined && Number.isFinite(rank(link)))
    .sort((a, b) => rank(a) - rank(b))
    .map((link) => link.href);
}

interface TypedText {
  value?: string | undefined;
  type?: string;
}

/** Converts the first text element that is present. */
function firstText(text: TypedText | undefined, ...others: (string | undefined)[]): FeedText {
  return feedText(text?.value === undefined ? { value: others.find(Boolean) } : text);
}

/** Converts a text or content element (RFC 4287, sections 3.1 and 4.1.3). */
function feedText(text: TypedText | undefined): FeedText {
  if (isBinary(text?.type)) return { value: undefined, format: 'plain' };
  return { value: text?.value, format: textFormat(text?.type) };
}

/** Whether the content is a file in base64. */
function isBinary(type: string | undefined): boolean {
  return type !== undefined && /^(?!text\/)[^/]*\/(?!.*(?:html|xml))/i.test(type);
}

/** A missing type means plain text, but many feeds omit it for HTML. */
function textFormat(type: string | undefined): TextFormat {
  if (type === undefined) return 'unknown';
  return /html|xml/i.test(type) ? 'html' : 'plain';
}
