import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FixtureInput } from 'newswatch/server';
import { twoAccounts } from './server.ts';

const companies = ['Norvik', 'Halden', 'Tessaly'];

const subjects = [
  { term: 'ports', title: 'Dockers and shipping lines talk at the ports of' },
  { term: 'chip exports', title: 'Chip exports slow as customs offices close in' },
  ...companies.map((term) => ({ term, title: `${term} opens an office in` })),
];

const places = ['Rotterdam', 'Antwerp', 'Hamburg', 'Piraeus', 'Valencia', 'Genoa', 'Lisbon'];

/** Times from hours before the start of the server. Nothing is at the edge of a day, a week or a month. */
const ago = (minutes: number) => `-${minutes}m`;

const news = Array.from({ length: 900 }, (_, index) => {
  const { term, title } = subjects[index % subjects.length] ?? { term: '', title: '' };
  return {
    id: `sample-${String(index).padStart(3, '0')}`,
    title: `${title} ${places[index % places.length]}, part ${index}`,
    description: `Report number ${index} of a series about ${term}.`,
    url: `https://news.example.com/${index}`,
    source: index % 2 === 0 ? 'Civic Post' : 'Harbor Daily',
    publication_date: index === 0 ? '-1s' : ago(30 + index * 100),
  };
});

/** More than two pages, all on 20 and 21 November 2026. */
const twoDays = Array.from({ length: 210 }, (_, index) => ({
  id: `rain-${index}`,
  title: `Rain over the valley, hour ${index}`,
  publication_date: new Date(Date.UTC(2026, 10, 20) + index * 13 * 60_000).toISOString(),
}));

const runs = Array.from({ length: 250 }, (_, index) => ({
  id: `run_${index}`,
  monitor: 'mon_1',
  started_at: ago(90 + index * 180),
  results: [
    {
      title: `Chip export license ${index} is granted`,
      summary: 'The ministry has decided.',
      links: [{ url: `https://news.example.com/licenses/${index}` }],
    },
  ],
}));

const monitors = [
  { prompt: 'chip exports', title: 'Chips' },
  { prompt: 'cocoa quotas', title: 'Cocoa', exclude_words: ['podcast'] },
  { prompt: 'tin prices', title: 'draft: Tin' },
  { prompt: 'zinc prices', title: 'Zinc (draft)' },
].map((fields, index) => ({
  id: `mon_${index + 1}`,
  account: 'paid',
  created_at: `-${40 - index}d`,
  next_run_at: `+${index + 6}h`,
  ...fields,
}));

const quietRuns = [
  { id: 'run_quiet', monitor: 'mon_2', started_at: '-30h', filtered: { exclude_words: 2 } },
  {
    id: 'run_failed',
    monitor: 'mon_2',
    started_at: '-29h',
    status: 'failed' as const,
    error: 'the feed could not be read',
  },
];

/**
 * Writes a fixture that the tasks of docs/recipes/curl.md read and change.
 *
 * @param size whether lists of news and alerts have several pages, or less than one
 * @returns its path
 */
export function writeTaskWorld(folder: string, size: 'pages' | 'few'): string {
  const alerted = size === 'few' ? runs.slice(0, 5) : runs;
  const world: FixtureInput = {
    accounts: twoAccounts.accounts.map((each) => ({ ...each, keys: [...each.keys] })),
    news: size === 'few' ? news.slice(0, 60) : [...news, ...twoDays],
    monitors,
    runs: [...alerted, ...quietRuns],
    alerts: alerted.map(({ id }, index) => ({ id: `alert_${index}`, run: id })),
  };
  const path = join(folder, 'world.json');
  writeFileSync(path, JSON.stringify(world), { mode: 0o600 });
  return path;
}
