import type { BriefingMonitor, NewsHeadline, ProfileRecord } from '../../store/store.ts';
import { localFormat } from '../local-format.ts';
import type { BriefingPeriod } from './briefing-schedule.ts';

/** What a briefing tells. */
export interface BriefingContent {
  period: BriefingPeriod;
  /** The numbers of the account's monitors. */
  activeMonitors: number;
  pausedMonitors: number;
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
  const sections = [
    overview(profile, content),
    ...monitors.map(({ monitor_title, results, result_count }) => {
      const more = result_count - results.length;
      return section(`${oneLine(monitor_title)} (${counted(result_count, 'new result')})`, [
        ...results.map(({ title, summary, links, publication_date }) =>
          entry({
            title,
            text: summary,
            url: links[0]?.url ?? null,
            details: [links[0]?.source, formatTime(publication_date)],
          }),
        ),
        ...(more > 0 ? [`- and ${more} more`] : []),
      ]);
    }),
    ...(news.length === 0
      ? []
      : [
          section(
            'Also in the news for your monitors',
            news.map(({ title, description, url, source, publication_date }) =>
              entry({
                title,
                text: description,
                url,
                details: [source, formatTime(publication_date)],
              }),
            ),
          ),
        ]),
  ];
  return sections.join('\n\n');
}

function overview(
  profile: ProfileRecord,
  { period, monitors, activeMonitors, pausedMonitors }: BriefingContent,
): string {
  const formatTime = timeFormat(profile);
  const span = `between ${formatTime(period.from)} and ${formatTime(period.to)} (${profile.time_zone})`;
  const results = monitors.reduce((sum, { result_count }) => sum + result_count, 0);
  const found =
    results === 0
      ? `Your monitors found nothing new ${span}.`
      : `${counted(monitors.length, 'monitor')} found ${counted(results, 'new result')} ${span}.`;
  const paused = pausedMonitors > 0 ? ` ${counted(pausedMonitors, 'monitor')} paused.` : '';
  return `${found} ${counted(activeMonitors, 'monitor')} active.${paused}`;
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

function section(heading: string, lines: readonly string[]): string {
  return [heading, ...lines].join('\n');
}

interface Entry {
  title: string;
  text: string;
  url: string | null;
  details: readonly (string | null | undefined)[];
}

function entry({ title, text, url, details }: Entry): string {
  const given = details.filter((detail) => detail);
  const lines = [
    `- ${cut(oneLine(title), maxTitleLength)}${given.length > 0 ? ` (${given.join(', ')})` : ''}`,
    ...[cut(oneLine(text), maxTextLength), url ?? ''].filter(Boolean).map((line) => `  ${line}`),
  ];
  return lines.join('\n');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Cuts a text at the end of a word. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/\s+\S*$/, '')}…`;
}
