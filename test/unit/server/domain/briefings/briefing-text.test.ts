import { describe, expect, it } from 'vitest';
import {
  type BriefingContent,
  briefingSummary,
  briefingTitle,
} from '../../../../../src/server/domain/briefings/briefing-text.ts';
import type { BriefingMonitor } from '../../../../../src/server/store/store.ts';

const profile = {
  name: 'Zoë',
  time_zone: 'Europe/Berlin',
  language: 'en-GB',
  briefing: 'daily',
  briefing_time: '07:00',
  briefing_day: 'monday',
} as const;

const period = {
  from: Date.parse('2026-11-19T06:00:00Z'),
  to: Date.parse('2026-11-20T06:00:00Z'),
};

function result(key: string, changes: Partial<BriefingMonitor['results'][number]> = {}) {
  return {
    key,
    title: `Title ${key}`,
    summary: `Summary ${key}`,
    links: [{ url: `https://news.example/${key}`, source: 'Wire' }],
    publication_date: Date.parse('2026-11-19T20:05:00Z'),
    ...changes,
  };
}

function monitor(id: string, results: BriefingMonitor['results'], result_count = results.length) {
  return { monitor_id: id, monitor_title: `Monitor ${id}`, alerts: 1, result_count, results };
}

function summary(changes: Partial<BriefingContent>): string {
  return briefingSummary(profile, {
    period,
    monitors: [],
    news: [],
    monitorCount: 3,
    pausedCount: 0,
    ...changes,
  });
}

describe('the title', () => {
  it.each([
    [{ language: 'en' }, 'Daily briefing: Friday, November 20, 2026'],
    [{ briefing: 'weekly', language: 'fr' }, 'Weekly briefing: vendredi 20 novembre 2026'],
    [
      { language: 'de', time_zone: 'America/New_York' },
      'Daily briefing: Freitag, 20. November 2026',
    ],
    [
      { language: 'de', time_zone: 'Pacific/Honolulu' },
      'Daily briefing: Donnerstag, 19. November 2026',
    ],
  ] as const)('%j', (changes, title) => {
    expect(briefingTitle({ ...profile, ...changes }, period)).toBe(title);
  });
});

describe('the summary', () => {
  it('can be read by itself', () => {
    const news = {
      id: 'n',
      title: 'Other news',
      description: 'It happened.',
      url: 'https://news.example/n',
      source: 'Ledger',
      publication_date: Date.parse('2026-11-20T01:00:00Z'),
    };
    expect(summary({ monitors: [monitor('a', [result('1')], 3)], news: [news] })).toBe(
      `1 of your 3 monitors found 3 new results between 19 Nov, 7:00 and 20 Nov, 7:00 (Europe/Berlin).

Monitor a (3 new results)
- Title 1 (Wire, 19 Nov, 21:05)
  Summary 1
  https://news.example/1
- and 2 more, in the list of alerts

Also in the news
- Other news (Ledger, 20 Nov, 2:00)
  It happened.
  https://news.example/n`,
    );
  });

  const span = 'between 19 Nov, 7:00 and 20 Nov, 7:00 (Europe/Berlin).';

  it.each([
    [{ monitorCount: 1 }, `Your monitor found nothing new ${span}`],
    [{ monitorCount: 1, pausedCount: 1 }, `Your monitor found nothing new ${span} It is paused.`],
    [{}, `Your 3 monitors found nothing new ${span}`],
    [{ pausedCount: 1 }, `Your 3 monitors found nothing new ${span} 1 of them is paused.`],
    [{ pausedCount: 2 }, `Your 3 monitors found nothing new ${span} 2 of them are paused.`],
    [{ pausedCount: 3 }, `Your 3 monitors found nothing new ${span} All of them are paused.`],
  ])('of a quiet period says so: %j', (changes, text) => {
    expect(summary(changes)).toBe(text);
  });

  it('of a period in which all monitors found something', () => {
    const all = { monitors: [monitor('a', [result('1')])], monitorCount: 1 };
    expect(summary(all)).toMatch(/^Your monitor found 1 new result between/);
  });

  it('tells a result of two monitors once', () => {
    const text = summary({
      monitors: [monitor('a', [result('1')]), monitor('b', [result('1'), result('2')])],
    });
    expect(text.split('\n\n')[2]).toBe(`Monitor b (2 new results)
- Title 1 (Wire, 19 Nov, 21:05, see above)
- Title 2 (Wire, 19 Nov, 21:05)
  Summary 2
  https://news.example/2`);
  });

  it('marks updates, and counts the other sources of a story', () => {
    const links = ['Wire', 'Ledger', 'Wire', 'Herald', null].map((source, index) => ({
      url: `https://news.example/${index}`,
      source,
    }));
    const text = summary({
      monitors: [
        monitor('a', [result('1', { links, is_update: true })]),
        monitor('b', [result('1', { links: links.slice(0, 2) })]),
      ],
    });
    expect(text).toContain('- Title 1 (update, Wire and 2 more sources, 19 Nov, 21:05)\n');
    expect(text).toContain('- Title 1 (Wire and 1 more source, 19 Nov, 21:05, see above)');
  });

  it('keeps each text on its line, and cuts long ones at the end of a word', () => {
    const title = `A title\n\n- with lines\u2028 ${'and words '.repeat(50)}`;
    const text = summary({
      monitors: [monitor('a', [result('1', { title, summary: 'word '.repeat(100) })])],
    });
    const [, heading, details, url] = text.split('\n\n')[1]?.split('\n') ?? [];
    expect(heading).toMatch(/^- A title - with lines and words .* and…\s\(Wire, 19 Nov, 21:05\)$/);
    expect(heading?.length).toBeLessThan(240);
    expect(details).toMatch(/^ {2}word .*word…$/);
    expect(details?.length).toBeLessThan(250);
    expect(url).toBe('  https://news.example/1');
  });

  it('leaves out what a result does not have', () => {
    const bare = result('1', { summary: '', links: [], publication_date: null });
    expect(
      summary({ monitors: [monitor('a', [bare])] })
        .split('\n')
        .slice(3),
    ).toEqual(['- Title 1']);
  });
});
