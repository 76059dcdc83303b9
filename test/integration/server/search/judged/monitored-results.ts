import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'newswatch';
import { paidKey, testServer } from '../../../../helpers/server.ts';
import { openTestStore } from '../../../../helpers/test-store.ts';

/** What a monitor found, as ids of stories. */
export interface MonitoredResults {
  /** The results of its first run, best first, each with its versions. */
  first: string[][];
  /** Everything that matches, in no particular order. */
  all: string[];
}

/** A news item, as in a file of news. */
export interface Story {
  id: string;
  title: string;
  description: string;
  body?: string | null;
  publication_date?: string;
}

const site = 'https://news.example/';

/** Creates a monitor for each prompt, then adds the stories, then runs each monitor once. */
export async function monitoredResults(
  prompts: readonly string[],
  stories: readonly Story[],
): Promise<MonitoredResults[]> {
  const folder = mkdtempSync(join(tmpdir(), 'judged-'));
  const server = await testServer({ data: folder, sample: false });
  const client = createClient({ baseUrl: server.baseUrl, apiKey: paidKey });
  try {
    const monitors: string[] = [];
    for (const prompt of prompts) monitors.push((await client.monitors.create({ prompt })).id);
    await server.addNews(stories.map((story) => ({ ...story, url: `${site}${story.id}` })));
    const found: MonitoredResults[] = [];
    const store = await openTestStore(folder);
    for (const id of monitors) {
      const { matches } = await store.matches.waiting(id);
      const { results } = await client.monitors.run({ id });
      found.push({
        first: results.map(({ links }) => links.map(({ url }) => url.slice(site.length))),
        all: matches.map(({ item_id }) => item_id),
      });
    }
    await store.close();
    return found;
  } finally {
    await client.close();
    await server.close();
    rmSync(folder, { recursive: true });
  }
}
