import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listening } from '../../../helpers/listening.ts';
import { runMain } from '../../../helpers/run-main.ts';
import { envFor } from '../../../helpers/server.ts';

interface ListOptions {
  /** The number of items. */
  size: number;
  /** The most items of a page. */
  maxPage: number;
  did_you_mean?: string;
}

/** A service with a list of items, whose cursors are numbers of items. */
async function serviceWith({ size, maxPage, ...others }: ListOptions) {
  const baseUrl = await listening(
    createServer(async (request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://localhost');
      const body = await text(request);
      const input = { ...Object.fromEntries(searchParams), ...(body && JSON.parse(body)) };
      const start = Number(input.cursor ?? 0);
      const end = Math.min(start + Math.min(Number(input.limit), maxPage), size);
      const items = Array.from({ length: end - start }, (_, at) => newsItem(start + at));
      const has_more = end < size;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ ...others, items, has_more, next_cursor: has_more ? `${end}` : null }),
      );
    }),
  );
  return envFor({ baseUrl });
}

const newsItem = (number: number) => ({
  ...{ id: `${number}`, title: 'T', description: '', url: null, publication_date: null },
  ...{ source: null, score: 1 },
});

const sizes = fc.record({
  size: fc.nat(450),
  maxPage: fc.integer({ min: 1, max: 100 }).map((each) => Math.max(each, 8)),
  limit: fc.oneof(fc.integer({ min: 1, max: 110 }), fc.integer({ min: 101, max: 460 })),
});

it('--limit prints the first items of --all, and its cursor continues exactly after them', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, async ({ limit, ...list }) => {
      // Up to 100 items are one request, so that they are one page.
      const env = await serviceWith({ ...list, maxPage: limit > 100 ? list.maxPage : 100 });
      const latest = async (...args: string[]) => {
        const { code, stdout } = await runMain(['news', 'latest', ...args], { env });
        expect(code).toBe(0);
        return stdout;
      };
      const all = JSON.parse(await latest('--all'));
      expect(all).toMatchObject({ has_more: false, next_cursor: null });
      expect(all.items.map(({ id }: { id: string }) => Number(id))).toEqual([
        ...Array(list.size).keys(),
      ]);
      const first = JSON.parse(await latest('--limit', `${limit}`));
      expect(first.items).toEqual(all.items.slice(0, limit));
      expect(first.has_more).toBe(list.size > limit);
      const lines = await latest('--limit', `${limit}`, '--format', 'jsonl');
      expect(lines).toBe(first.items.map((item: object) => `${JSON.stringify(item)}\n`).join(''));
      if (first.has_more) {
        const rest = JSON.parse(await latest('--all', '--cursor', first.next_cursor));
        expect([...first.items, ...rest.items]).toEqual(all.items);
      } else {
        expect(first.next_cursor).toBeNull();
      }
    }),
    { numRuns: 25 },
  );
}, 60_000);

describe('a list with a maximum', () => {
  const note =
    'newswatch: news.search returns at most 200 items, so there may be more: split the time with --since and --until\n';

  it.each([
    [200, ['--all'], note],
    [200, ['--limit', '500'], note],
    [200, ['--all', '--jq', '.items | length'], note],
    [200, ['--all', '--format', 'jsonl'], note],
    [199, ['--all'], ''],
    [200, ['--limit', '150'], ''],
  ])('of %i items says with %j that there may be more', async (size, flags, expected) => {
    const env = await serviceWith({ size, maxPage: 100 });
    const { code, stderr } = await runMain(['news', 'search', 'x', ...flags], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expected });
  });

  it('is not assumed of other lists', async () => {
    const env = await serviceWith({ size: 200, maxPage: 100 });
    const { stderr } = await runMain(['news', 'latest', '--all'], { env });
    expect(stderr).toBe('');
  });
});

it.each([[['--all']], [['--all', '--format', 'jsonl']]])(
  '%j says that a query was corrected',
  async (flags) => {
    const env = await serviceWith({ size: 1, maxPage: 100, did_you_mean: 'NVIDIA' });
    const { stderr } = await runMain(['news', 'search', 'NVIDA', ...flags], { env });
    expect(stderr).toContain('these are the results for "NVIDIA"');
  },
);
