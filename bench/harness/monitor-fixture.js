/** A fixture with monitors that each match one item. */

export const apiKey = 'nw_bench_0123456789';

const subjectOf = (n) => `zq${n.toString(36).replaceAll(/\d/g, (digit) => 'ghjkmnprst'[digit])}x`;

/** Minutes until the first monitor is due; each further one is due a minute later. */
export const firstTick = (count) => 2 * count;

/** Monitors `mon_0` and so on; each is due once before any is due again. */
export function monitorFixture(count) {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const published = new Date(Date.now() - 3_600_000).toISOString();
  return {
    accounts: [{ id: 'bench', keys: [apiKey] }],
    monitors: numbers.map((n) => ({
      id: `mon_${n}`,
      account: 'bench',
      prompt: `Tell me about ${subjectOf(n)} exports`,
      every_minutes: firstTick(count) + n,
    })),
    news: numbers.map((n) => ({
      id: `story_${n}`,
      title: `Exports of ${subjectOf(n)} rise for a third month`,
      description: `Exporters of ${subjectOf(n)} sold more than a year before. ${'The harbours report full ships. '.repeat(12)}`,
      url: `https://news.example.com/${n}`,
      publication_date: published,
    })),
  };
}
