import { analyzeItem } from '../../search/index/index.ts';
import type { AnalyzedNewsItem } from '../../store/store.ts';
import type { NewsEntry, RejectedEntry } from '../news-entry.ts';

/** UTF-16 code units of text after which a batch is full: one body may have 100,000. */
const maxText = 8_000_000;

/** Consecutive entries, analyzed for the store. */
export interface NewsBatch {
  items: AnalyzedNewsItem[];
  rejections: RejectedEntry[];
}

/**
 * Groups entries into batches of `size`, or fewer if their texts are long.
 *
 * @param firstSize size of the first batch; each further batch is twice as large, up to `size`
 */
export async function* newsBatches(
  entries: AsyncIterable<NewsEntry>,
  size: number,
  firstSize = size,
): AsyncGenerator<NewsBatch> {
  let batchSize = firstSize;
  let batch: NewsBatch = { items: [], rejections: [] };
  let [count, text] = [0, 0];
  for await (const entry of entries) {
    if (entry.kind === 'item') {
      const item = analyzeItem(entry.item);
      batch.items.push(item);
      text += item.title.length + item.description.length + (item.body?.length ?? 0);
    } else {
      batch.rejections.push({ where: entry.where, reason: entry.reason });
    }
    count += 1;
    if (count < batchSize && text < maxText) continue;
    yield batch;
    batchSize = Math.min(2 * batchSize, size);
    batch = { items: [], rejections: [] };
    [count, text] = [0, 0];
  }
  if (count > 0) yield batch;
}
