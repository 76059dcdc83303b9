/** A fixture with monitors that match one news item each. */

export const apiKey = 'nw_bench_0123456789';

/** The keys of several accounts. */
export const apiKeys = (accounts) =>
  Array.from({ length: accounts }, (_, n) => (n === 0 ? apiKey : `${apiKey}_${n}`));

const subjectOf = (n) => `zq${n.toString(36).replaceAll(/\d/g, (digit) => 'ghjkmnprst'[digit])}x`;

/** Minutes until the first monitor is due. The others follow one minute apart. */
export const firstTick = (count) => Math.max(2 * count, 5);

/**
 * Creates the monitors `mon_0`, `mon_1`, …, of the accounts in turn. All of them run once before any
 * runs again.
 */
export function monitorFixture(count, accounts = 1) {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const published = new Date(Date.now() - 3_600_000).toISOString();
  return {
    accounts: apiKeys(accounts).map((key, n) => ({ id: `bench_${n}`, keys: [key] })),
    monitors: numbers.map((n) => ({
      id: `mon_${n}`,
      account: `bench_${n % accounts}`,
      prompt: `Tell me about ${subjectOf(n)} exports`,
      every_minutes: firstTick(count) + n,
    })),
    news: numbers.map((n) => ({
      id: `item_${n}`,
      title: `Exports of ${subjectOf(n)} rise for a third month`,
      description: `Exporters of ${subjectOf(n)} sold more than a year before. ${'The harbours report full ships. '.repeat(12)}`,
      url: `https://news.example.com/${n}`,
      publication_date: published,
    })),
  };
}
