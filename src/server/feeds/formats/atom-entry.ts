import type { AtomFeed } from 'feedsmith';
import type { TextForm } from '../text/plain-text.ts';
import type { FeedEntry, FeedText } from './feed-entry.ts';

/** The relations of a link that leads to an entry, the best first (RFC 4287, section 4.2.7.2). */
const RELATIONS = ['alternate', 'related', 'via', 'self'];

/** Atom 1.0 and 0.3 entries (RFC 4287). */
export function atomEntry(entry: AtomFeed.Entry<string>): FeedEntry {
  const dates = [entry.published, entry.dc?.dates?.[0], entry.updated];
  return {
    identifier: entry.id,
    links: bestLinks(entry.links ?? []),
    title: typed(entry.title),
    description: typed(entry.summary) ?? described(entry),
    content: typed(entry.content),
    dates: dates.filter((date) => date !== undefined),
    source: typed(entry.source?.title),
    base: entry.xml?.base,
  };
}

/** The addresses of links, those of a page to read first. */
export function bestLinks(links: readonly AtomFeed.Link<string>[]): string[] {
  const rank = (link: AtomFeed.Link<string>): number => {
    const relation = RELATIONS.indexOf(link.rel ?? 'alternate');
    const page = link.type === undefined || /html/i.test(link.type);
    return relation === -1 ? Number.POSITIVE_INFINITY : relation * 2 + (page ? 0 : 1);
  };
  return links
    .filter((link) => link.href !== undefined && Number.isFinite(rank(link)))
    .sort((a, b) => rank(a) - rank(b))
    .map((link) => link.href ?? '');
}

interface AtomText {
  value?: string;
  type?: string;
}

/** A text with its `type`: RFC 4287, section 3.1.1 and 4.1.3.3. */
function typed(text: AtomText | undefined): FeedText | undefined {
  return text?.value === undefined ? undefined : { value: text.value, form: form(text.type) };
}

/** A missing type means plain text, but many who write markup leave it out. */
function form(type: string | undefined): TextForm {
  if (type === undefined) return 'unsaid';
  return /html|xml/i.test(type) ? 'html' : 'plain';
}

/** What video sites put in place of a summary (Media RSS). */
function described(entry: AtomFeed.Entry<string>): FeedText | undefined {
  const value = entry.media?.description?.value ?? entry.media?.groups?.[0]?.description?.value;
  return value === undefined ? undefined : { value, form: 'unsaid' };
}
