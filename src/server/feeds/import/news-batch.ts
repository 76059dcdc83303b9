import { analyzed } from '../../search/index/indexed-item.ts';
import type { AnalyzedNewsItem } from '../../store/store.ts';
import type { RejectedEntry, SourceEntry } from '../news-entry.ts';

/** Characters (UTF-16 code units) of text that fill a batch: there are articles of a hundred thousand. */
const CHARACTERS = 8_000_000;

/** Neighbours in a source, ready for the store but for their place in time. */
export interface NewsBatch {
  items: AnalyzedNewsItem[];
  rejections: RejectedEntry[];
}

/**
 * The entries in batches of `size`; one of long texts has fewer.
 *
 * @param first the size of the first batch, of which each one is twice as large as the one before
 */
export async function* newsBatches(
  entries: AsyncIterable<SourceEntry>,
  size: number,
  first = size,
): AsyncGenerator<NewsBatch> {
  let wanted = first;
  let batch: NewsBatch = { items: [], rejections: [] };
  let [count, characters] = [0, 0];
  for await (const entry of entries) {
    if (entry.kind === 'item') {
      const item = analyzed(entry.item);
      batch.items.push(item);
      characters += item.title.length + item.description.length + (item.body?.length ?? 0);
    } else {
      batch.rejections.push({ where: entry.where, reason: entry.reason });
    }
    count += 1;
    if (count < wanted && characters < CHARACTERS) continue;
    yield batch;
    wanted = Math.min(2 * wanted, size);
    batch = { items: [], rejections: [] };
    [count, characters] = [0, 0];
  }
  if (count > 0) yield batch;
}
