import { indexItem } from '../../search/index/index-item.ts';
import type { NewsItemRecord, NewsStore } from '../../store/store.ts';
import sample from './news.json' with { type: 'json' };

const hour = 3_600_000;

/**
 * The bundled sample: fictional news items from fictional outlets, dated relative to the current
 * hour so that `--hours-ago` always finds some.
 */
function sampleNews(now: number): NewsItemRecord[] {
  const thisHour = Math.floor(now / hour) * hour;
  return sample.map(({ hours_ago, ...item }) => ({
    ...item,
    publication_date: thisHour - hours_ago * hour,
  }));
}

/** Stores the sample, or updates its dates if it was stored in an earlier hour. */
export async function loadSampleNews(news: NewsStore, now: number): Promise<void> {
  const items = sampleNews(now);
  const [newest] = items;
  const stored = newest && (await news.get(newest.id));
  if (stored?.publication_date === newest?.publication_date) return;
  await news.add(items.map((item) => indexItem(item, now)));
}
