import { typeName } from '../../contract/type-name.ts';
import type { NewsInput } from '../../generated/fixture.ts';
import { parseNewsItem } from '../feeds/item/parse-news-item.ts';
import { withPlausibleDate } from '../feeds/plausible-date.ts';
import { fixtureIssues, pathText } from './fixture/fixture-issue.ts';
import { fixtureNewsSchema } from './fixture/fixture-news-schema.ts';
import { withAbsoluteDate } from './fixture/fixture-time.ts';
import { parseOptions } from './fixture/type-problem.ts';

/** A news item is not valid. The message names the items and their fields. */
export class NewsError extends Error {
  override readonly name = 'NewsError';
}

/** Maximum number of problems in an error message. */
const maxProblems = 5;

/**
 * News items with absolute dates.
 *
 * @param now milliseconds since the epoch
 * @throws {NewsError} if an item has an unknown field, or would be rejected or lose its date
 */
export function checkedNews(items: readonly NewsInput[], now: number): readonly NewsInput[] {
  const checked = items.map((item) => (isObject(item) ? withAbsoluteDate(item, now) : item));
  const problems: string[] = [];
  for (const [index, item] of checked.entries()) {
    if (problems.length > maxProblems) break;
    problems.push(...problemsOf(item, index, now));
  }
  if (problems.length === 0) return checked;
  const others = problems.length > maxProblems ? '; and others' : '';
  throw new NewsError(`addNews(): ${problems.slice(0, maxProblems).join('; ')}${others}`);
}

function problemsOf(item: unknown, index: number, now: number): string[] {
  const where = `items[${index}]`;
  if (!isObject(item)) return [`${where} must be an object, not ${typeName(item)}`];
  const { error } = fixtureNewsSchema().safeParse(item, parseOptions);
  if (error) {
    const issues = error.issues.map((issue) => ({
      ...issue,
      path: ['news', index, ...issue.path],
    }));
    return fixtureIssues(issues).map(
      ({ path, message }) => `items${pathText(path.slice(1))} ${message}`,
    );
  }
  const parsed = parseNewsItem(item);
  if ('rejected' in parsed) return [`${where} ${parsed.rejected}`];
  const entry = withPlausibleDate({ where, item: parsed }, now);
  if (!('dateProblem' in entry) || !entry.dateProblem) return [];
  const time = new Date(now).toISOString();
  return [`${where}.publication_date is more than a day after the server's clock (${time})`];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
