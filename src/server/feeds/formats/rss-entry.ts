import type { RdfFeed, RssFeed } from 'feedsmith';
import type { FeedEntry, FeedText } from './feed-entry.ts';

/** Converts an item of RSS 0.9x, 2.0 or 1.0 (RDF), which do not define the format of a title. */
export function rssEntry(item: RssFeed.Item<string> | RdfFeed.Item<string>): FeedEntry {
  const guid = 'guid' in item ? item.guid : undefined;
  const about = 'rdf' in item ? item.rdf?.about : undefined;
  const alternates = (item.atom?.links ?? []).filter(
    (link) => (link.rel ?? 'alternate') === 'alternate',
  );
  return {
    identifier: guid?.value ?? about,
    links: present([
      item.link,
      ...alternates.map((link) => link.href),
      guid?.isPermaLink === false ? undefined : guid?.value,
      about,
    ]).filter((link) => link === item.link || /^https?:/i.test(link)),
    title: unknownFormat(item.title ?? item.dc?.titles?.[0]),
    description: html(item.description ?? item.dc?.descriptions?.[0] ?? item.atom?.summary?.value),
    content: html(item.content?.encoded ?? item.atom?.content?.value),
    dates: present([
      'pubDate' in item ? item.pubDate : undefined,
      item.dc?.dates?.[0],
      item.dcterms?.issued?.[0],
      item.dcterms?.created?.[0],
      item.atom?.published,
      item.dcterms?.modified?.[0],
      item.atom?.updated,
    ]),
    source: unknownFormat('source' in item ? item.source?.title : undefined),
    base: item.xml?.base,
  };
}

function unknownFormat(value: string | undefined): FeedText | undefined {
  return value === undefined ? undefined : { value, format: 'unknown' };
}

function html(value: string | undefined): FeedText | undefined {
  return value === undefined ? undefined : { value, format: 'html' };
}

function present(values: readonly (string | undefined)[]): string[] {
  return values.filter((value) => value !== undefined && value !== '') as string[];
}
