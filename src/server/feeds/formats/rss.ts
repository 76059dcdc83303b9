import type { RdfFeed, RssFeed } from 'feedsmith';
import type { FeedEntry, FeedProperties } from './feed-item.ts';
import { mediaTexts } from './media-texts.ts';

/** Converts the properties of a feed in RSS 0.9x, 2.0 or 1.0 (RDF). */
export function rssProperties(feed: RssFeed.Feed<string> | RdfFeed.Feed<string>): FeedProperties {
  const self = feed.atom?.links?.find((link) => link.rel === 'self')?.href;
  return {
    title: { value: feed.title, format: 'unknown' },
    link: feed.link,
    self,
    base: feed.xml?.base,
  };
}

/** Converts an item of RSS 0.9x, 2.0 or 1.0 (RDF). None of them defines the format of titles. */
export function rssEntry(item: RssFeed.Item<string> | RdfFeed.Item<string>): FeedEntry {
  const guid = 'guid' in item ? item.guid : undefined;
  const about = 'rdf' in item ? item.rdf?.about : undefined;
  const alternates = (item.atom?.links ?? []).filter(
    (link) => (link.rel ?? 'alternate') === 'alternate',
  );
  const itunes = 'itunes' in item ? item.itunes : undefined;
  const { dc, dcterms, atom } = item;
  const media = mediaTexts(item.media);
  return {
    identifier: guid?.value ?? about,
    links: [
      item.link,
      ...alternates.map((link) => link.href),
      guid?.isPermaLink === false ? undefined : guid?.value,
      about,
    ].filter((link) => link === item.link || /^https?:/i.test(link ?? '')),
    title: {
      value: item.title ?? dc?.titles?.[0] ?? itunes?.title ?? media.title,
      format: 'unknown',
    },
    description: {
      value:
        item.description ??
        dc?.descriptions?.[0] ??
        atom?.summary?.value ??
        itunes?.summary ??
        itunes?.subtitle ??
        media.description,
      format: 'html',
    },
    content: { value: item.content?.encoded ?? atom?.content?.value, format: 'html' },
    dates: [
      'pubDate' in item ? item.pubDate : undefined,
      dc?.dates?.[0],
      dcterms?.issued?.[0],
      dcterms?.created?.[0],
      atom?.published,
      dcterms?.modified?.[0],
      atom?.updated,
    ],
    source: { value: 'source' in item ? item.source?.title : undefined, format: 'unknown' },
    base: item.xml?.base,
  };
}
