import type { RunningServer } from 'newswatch/server';
import sample from '../../src/server/testing/sample/news.json' with { type: 'json' };

const hour = 3_600_000;

interface SampleOptions {
  /** The time that the dates are relative to (default: that of the server's clock). */
  now?: number;
  /**
   * Makes the items new ones with other numbers, although the sample was added before (default:
   * none).
   */
  edition?: string;
}

/** Adds the bundled sample: monitors that were created before find it. */
export async function addSample(
  server: RunningServer,
  { now, edition = '' }: SampleOptions = {},
): Promise<void> {
  await server.addNews(
    sample.map(({ hours_ago, id, description, ...item }) => ({
      ...item,
      id: `${id}${edition}`,
      description: edition === '' ? description : `${editionNumber(edition)} pct. ${description}`,
      publication_date:
        now === undefined ? `-${hours_ago}h` : new Date(now - hours_ago * hour).toISOString(),
    })),
  );
}

function editionNumber(edition: string): number {
  return 1000 + Buffer.from(edition).reduce((sum, byte) => (31 * sum + byte) % 9000, 7);
}
