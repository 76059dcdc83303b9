import { counted } from '../../../contract/counted.ts';
import type { BriefingMonitor, NewsHeadline, ProfileRecord } from '../../store/store.ts';
import { localFormat } from '../local-format.ts';
import type { BriefingPeriod } from './briefing-schedule.ts';

/** What the text of a briefing is made from. */
export interface BriefingContent {
  period: BriefingPeriod;
  /** The number of the account's monitors, with those that alerted and were deleted since. */
  monitorCount: number;
  pausedCount: number;
  /** The monitors that alerted. */
  monitors: readonly BriefingMonitor[];
  /** Other news that matches the monitors. */
  news: readonly NewsHeadline[];
}

/** Maximum characters of a headline, and of the text below it. */
const maxTitleLength = 200;
const maxTextLength = 240;

/** Such as `Daily briefing: Friday, November 20, 2026`. */
export function briefingTitle(profile: ProfileRecord, { to }: BriefingPeriod): string {
  const name = profile.briefing === 'weekly' ? 'Weekly briefing' : 'Daily briefing';
  return `${name}: ${localFormat(profile, { dateStyle: 'full' }).format(to)}`;
}

/** The briefing as plain text. */
export function briefingSummary(profile: ProfileRecord, content: BriefingContent): string {
  const { monitors, news } = content;
  const formatTime = timeFormat(profile);
  const listed = new Set<string>();
  const sections = monitors.map(({ monitor_title, results, result_count }) => {
    const more = result_count - results.length;
    return [
      `${oneLine(monitor_title)} (${counted(result_count, 'new result')})`,
      ...results.map(({ key, title, summary, links, publication_date, is_update }) => {
        const details = [is_update && 'update', sourcesOf(links), formatTime(publication_date)];
        if (listed.has(key)) return entry({ title, details: [...details, 'see above'] });
        listed.add(key);
        return entry({ title, text: summary, url: links[0]?.url, details });
      }),
      ...(more > 0 ? [`- and ${more} more, in the list of alerts`] : []),
    ];
  });
  const others = news.map(({ title, description, url, source, publication_date }) =>
    entry({ title, text: description, url, details: [source, formatTime(publication_date)] }),
  );
  if (others.length > 0) sections.push(['Also in the news', ...others]);
  return [overview(profile, content), ...sections.map((lines) => lines.join('\n'))].join('\n\n');
}

/** Such as `Wire and 2 more sources`. */
function sourcesOf(links: BriefingMonitor['results'][number]['links']): string | undefined {
  const [first, ...others] = new Set(links.flatMap(({ source }) => source ?? []));
  if (first === undefined || others.length === 0) return first;
  return `${first} and ${counted(others.length, 'more source')}`;
}

/** Replaces the entries of news items in a {@link briefingSummary} by `[removed]`. */
export function withoutEntries(
  summary: string,
  items: readonly { title: string; text: string; urls: readonly string[] }[],
): string {
  const heads = items.map(({ title }) => `- ${cut(oneLine(title), maxTitleLength)}`);
  const details = new Set(
    items.flatMap(({ text, urls }) => [cut(oneLine(text), maxTextLength), ...urls]),
  );
  const lines = summary.split('\n').flatMap((line) => {
    if (heads.some((head) => line === head || line.startsWith(`${head} (`))) return ['- [removed]'];
    return line.startsWith('  ') && details.has(line.slice(2)) ? [] : [line];
  });
  return lines.join('\n');
}

function overview(profile: ProfileRecord, content: BriefingContent): string {
  const { period, monitors, monitorCount, pausedCount } = content;
  const formatTime = timeFormat(profile);
  const span = `between ${formatTime(period.from)} and ${formatTime(period.to)} (${profile.time_zone})`;
  const results = monitors.reduce((sum, { result_count }) => sum + result_count, 0);
  const found = results === 0 ? 'nothing new' : counted(results, 'new result');
  const who =
    results > 0 && monitorCount > monitors.length
      ? `${monitors.length} of your ${monitorCount} monitors`
      : `Your ${monitorCount === 1 ? 'monitor' : `${monitorCount} monitors`}`;
  const paused = pausedCount === 0 ? '' : ` ${isAre(pausedCount, monitorCount)} paused.`;
  return `${who} found ${found} ${span}.${paused}`;
}

/** The beginning of a sentence on some of the monitors: `2 of them are`. */
function isAre(count: number, all: number): string {
  if (all === 1) return 'It is';
  if (count === all) return 'All of them are';
  return count === 1 ? '1 of them is' : `${count} of them are`;
}

function timeFormat(profile: ProfileRecord): (time: number | null) => string | undefined {
  const format = localFormat(profile, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  return (time) => (time === null ? undefined : format.format(time));
}

interface Entry {
  title: string;
  text?: string;
  url?: string | null | undefined;
  details: readonly (string | null | undefined)[];
}

function entry({ title, text = '', url, details }: Entry): string {
  const given = details.filter((detail) => detail).map((detail) => oneLine(detail ?? ''));
  const lines = [
    `- ${cut(oneLine(title), maxTitleLength)}${given.length > 0 ? ` (${given.join(', ')})` : ''}`,
    ...[cut(oneLine(text), maxTextLength), url].filter(Boolean).map((line) => `  ${line}`),
  ];
  return lines.join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Cuts a text at the end of a word. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/\s+\S*$/, '')}…`;
}
