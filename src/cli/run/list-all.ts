import type { ServiceResponse } from '../../client/raw-client.ts';
import { schemaMismatch } from '../../client/schema-mismatch.ts';
import type { Operation, OutputOf } from '../../contract/operation.ts';
import { maxLimit } from '../../contract/shared-fields.ts';
import { callFailure, Failure, invalidInput } from '../errors/failure.ts';
import { bodyItems } from '../output/body-items.ts';
import { elementsUnder, replaceMembers } from '../output/json-parts.ts';
import { openView } from '../output/print-document.ts';
import { printResponse, reportNothingFound } from '../output/print-response.ts';
import type { Progress } from '../output/progress.ts';
import type { View } from '../output/view/view.ts';
import type { Shell } from '../shell.ts';
import { createCliClient, withSettings } from './cli-client.ts';
import { interruptible } from './interruption.ts';
import { readCommandInput } from './read-command-input.ts';
import { type CallFlags, createFilterCheck } from './run-operation.ts';
import { startProgress } from './start-progress.ts';
import { totalOver } from './total-limit.ts';

/** In characters; a longer list must be printed as JSON Lines. */
const maxDocumentLength = 200_000_000;

/** A list that is read in pages. */
interface PagedList {
  operation: Operation;
  input: Readonly<Record<string, unknown>>;
  /** The number of items to read; infinite for all. */
  total: number;
}

type Call = (input: Readonly<Record<string, unknown>>) => Promise<ServiceResponse>;

/**
 * Runs a paged operation until its list ends or has as many items as `--limit`. A view that streams prints
 * each page when it arrives; otherwise the list is printed when it is complete.
 */
export async function listAll(
  operation: Operation,
  values: Readonly<Record<string, string>>,
  flags: CallFlags,
  shell: Shell,
): Promise<void> {
  const total = totalOver(operation, values['limit']) ?? Number.POSITIVE_INFINITY;
  const page = { ...values, limit: String(maxLimit) };
  const input = await readCommandInput(operation, page, flags, shell);
  const view = await openView(flags, { operation, list: operation.list }, shell);
  await withSettings(flags, shell, async (settings) => {
    const client = createCliClient(settings, shell);
    const print = view.streams && flags.output === undefined ? printPages : printList;
    const check = await createFilterCheck(operation, input);
    const isStreamed = print === printPages;
    const progress = await startProgress(flags, shell, { streams: isStreamed });
    let count = 0;
    try {
      await interruptible(operation, shell, async (signal) => {
        const deadline = await shell.deadline();
        const call: Call = async (page) => {
          const response = await client.call(operation, page, { signal, deadline });
          check?.add(response, flags);
          count += bodyItems(response.body, listNameOf(operation)).length;
          if (response.status >= 400) progress?.end();
          else
            progress?.update({
              count,
              total: Number.isFinite(total) ? total : undefined,
              unit: ['item', 'items'],
            });
          return response;
        };
        const pages = readPages({ operation, input, total }, call, shell);
        const shown = progress ? withoutProgress(pages, progress) : pages;
        await print(
          { operation, pages: shown, view },
          { ...flags, strict: settings.strict },
          shell,
        );
        check?.report(shell);
        if (count === operation.maxItems) shell.output.note(`newswatch: ${atMaximum(operation)}`);
      });
    } catch (error) {
      throw callFailure(error, operation);
    } finally {
      progress?.end();
      await client.close();
    }
  });
}

/** The pages; the progress ends with them, before anything else is printed. */
async function* withoutProgress(pages: Pages, progress: Progress): Pages {
  yield* pages;
  progress.end();
}

function atMaximum({ name, maxItems }: Operation): string {
  return `${name} returns at most ${maxItems} items, so there may be more: split the time with --since and --until`;
}

type Pages = AsyncGenerator<ServiceResponse>;

/** The responses of the pages. An error response is the last one. */
async function* readPages(
  { operation, input, total }: PagedList,
  call: Call,
  { output }: Shell,
): Pages {
  const list = listNameOf(operation);
  const used = new Set<unknown>();
  let missing = total;
  for (let cursor = input['cursor']; ; ) {
    const response = await call({ ...input, cursor, limit: Math.min(missing, maxLimit) });
    const count = bodyItems(response.body, list).length;
    if (count > missing) {
      const message =
        'the service returned more items than asked for; without the others, the list has no next_cursor';
      output.note(`newswatch: warning: ${message}`);
      yield cutPage(response, list, missing);
      return;
    }
    yield response;
    missing -= count;
    if (response.status >= 400 || missing === 0) return;
    const { next_cursor } = Object(response.body) as { next_cursor?: unknown };
    if (next_cursor === undefined) {
      const message = `the service does not say whether ${operation.name} has more items`;
      output.note(`newswatch: warning: ${message}`);
    }
    if (typeof next_cursor !== 'string') return;
    if (used.has(next_cursor)) {
      throw new Failure('bad_response', 'the service returned the same next_cursor twice');
    }
    used.add(next_cursor);
    cursor = next_cursor;
  }
}

/** A page with its first items only. No cursor continues after them. */
function cutPage(response: ServiceResponse, list: string, count: number): ServiceResponse {
  const texts = elementsUnder(response.text, list).slice(0, count);
  const items = bodyItems(response.body, list).slice(0, count);
  return withItems(response, list, { texts, items }, { has_more: true, next_cursor: null });
}

/** A response with other items, and the fields of a page if it has them. */
function withItems(
  response: ServiceResponse,
  list: string,
  { texts, items }: { texts: readonly string[]; items: readonly unknown[] },
  page: { has_more: unknown; next_cursor: unknown },
): ServiceResponse {
  const members = new Map(Object.entries(page).map(([key, value]) => [key, JSON.stringify(value)]));
  return {
    ...response,
    text: replaceMembers(response.text, members.set(list, `[${texts.join(',')}]`)),
    body: { ...Object(response.body), ...page, [list]: items },
  };
}

type Print = (
  list: { operation: Operation; pages: Pages; view: View },
  flags: CallFlags & { strict: boolean },
  shell: Shell,
) => Promise<void>;

/** Prints the first page with the items of all pages, or only an error. */
const printList: Print = async ({ operation, pages, view }, flags, shell) => {
  const list = listNameOf(operation);
  let first: ServiceResponse | undefined;
  let last: unknown;
  let length = 0;
  const texts: string[] = [];
  const items: unknown[] = [];
  for await (const response of pages) {
    if (response.status >= 400) return printResponse({ operation, response, view }, flags, shell);
    first ??= response;
    last = response.body;
    length += response.text.length;
    if (length > maxDocumentLength) {
      throw invalidInput(
        'the list is too long for one document',
        'Print lines with --format jsonl',
      );
    }
    texts.push(...elementsUnder(response.text, list));
    items.push(...bodyItems(response.body, list));
  }
  if (!first) return;
  const { has_more = false, next_cursor = null } = Object(last) as Record<string, unknown>;
  const response = withItems(first, list, { texts, items }, { has_more, next_cursor });
  await printResponse({ operation, response, view }, flags, shell);
};

const printPages: Print = async ({ operation, pages, view }, flags, shell) => {
  const list = listNameOf(operation);
  let first: unknown;
  let mismatch: string | undefined;
  let isEmpty = true;
  for await (const response of pages) {
    if (response.status >= 400) return printResponse({ operation, response, view }, flags, shell);
    const found = schemaMismatch(operation, response.body);
    if (found && flags.strict) throw new Failure('bad_response', found);
    mismatch ??= found;
    first ??= response.body;
    isEmpty &&= bodyItems(response.body, list).length === 0;
    // Resolves to false if the reader has closed the pipe.
    if (!(await shell.output.deliverText(await view.render(response.text)))) return;
  }
  const notice = mismatch
    ? `warning: ${mismatch}`
    : operation.notice?.(first as OutputOf<Operation>);
  if (notice) shell.output.note(`newswatch: ${notice}`);
  if (isEmpty && flags.exitStatus) reportNothingFound(shell);
};

function listNameOf({ name, list }: Operation): string {
  if (list === undefined) throw new Error(`${name} has no list`);
  return list;
}
