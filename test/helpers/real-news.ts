import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './documents.ts';

/** Folder of real news, which may not be redistributed. Tests are skipped if it does not exist. */
const folder = process.env['NEWSWATCH_REAL_NEWS'] ?? join(project, '../shared/news');

export const hasRealNews = existsSync(folder);

/** Articles of 1987. */
export const reutersPath = join(folder, 'reuters-21578.jsonl.gz');

/** Path of a feed. */
export function realFeedPath(name: string): string {
  return join(folder, 'feeds', name);
}
