import type { ServiceResponse } from '../../client/raw-client.ts';
import { schemaMismatch } from '../../client/schema-mismatch.ts';
import type { Operation } from '../../contract/operation.ts';
import { maxLimit } from '../../contract/shared-fields.ts';
import { exitCode } from '../errors/exit-code.ts';
import { callFailure, Failure, invalidInput } from '../errors/failure.ts';
import { compactJson, elementsUnder, replaceMembers } from '../output/json-text.ts';
import { printResponse } from '../output/print-response.ts';
import { checkResponseFile } from '../output/response-file.ts';
import type { Shell } from '../shell.ts';
import { createCliClient, withSettings } from './cli-client.ts';
import { interruptible } from './interruption.ts';
import { readCommandInput } from './read-command-input.ts';
import type { CallFlags } from './run-operation.ts';

/** In characters; a longer list must be printed as JSON Lines. */
const maxDocumentLength = 200_000_000;

type Call = (input: Readonly<Record<string, unknown>>) => Promise<ServiceResponse>;

/**
 * Runs a paged operation until its list ends. With `--jsonl`, items are printed as they arrive;
 * otherwise the list is printed when it is complete.
 */
export async function listAll(
  operation: Operation,
  values: Readonly<Record<string, string>>,
  flags: CallFlags,
  shell: Shell,
): Promise<void> {
  const input = { limit: maxLimit, ...(await readCommandInput(operation, values, flags, shell)) };
  if (flags.output !== undefined) await checkResponseFile(flags.output);
  await withSettings(flags, shell, async (settings) => {
    const client = createCliClient(settings, shell);
    const print = flags.jsonl && flags.output === undefined ? printLines : printDocument;
    try {
      await interruptible(operation, shell, async (signal) => {
        const deadline = await shell.deadline();
        const call: Call = (page) => client.call(operation, page, { signal, deadline });
        const pages = readPages(operation, input, call, shell);
        await print(operation, pages, { ...flags, strict: settings.strict }, shell);
      });
    } catch (error) {
      throw callFailure(error, operation);
    } finally {
      await client.close();
    }
  });
}

type Pages = AsyncGenerator<ServiceResponse>;

/** The responses of all pages. An error response is the last one. */
async function* readPages(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  call: Call,
  shell: Shell,
): Pages {
  const used = new Set<unknown>();
  for (let cursor = input['cursor']; ; ) {
    const response = await call({ ...input, cursor });
    yield response;
    if (response.status >= 400) return;
    const { next_cursor } = Object(response.body) as { next_cursor?: unknown };
    if (next_cursor === undefined) {
      const message = `the service does not say whether ${operation.name} has more items`;
      shell.output.note(`newswatch: warning: ${message}`);
    }
    if (typeof next_cursor !== 'string') return;
    if (used.has(next_cursor)) {
      throw new Failure('bad_response', 'the service returned the same next_cursor twice');
    }
    used.add(next_cursor);
    cursor = next_cursor;
  }
}

type Print = (
  operation: Operation,
  pages: Pages,
  flags: CallFlags & { strict: boolean },
  shell: Shell,
) => Promise<void>;

/** Prints the first page with the items of all pages, or only an error. */
const printDocument: Print = async (operation, pages, flags, shell) => {
  const list = listOf(operation);
  let first: ServiceResponse | undefined;
  let length = 0;
  const texts: string[] = [];
  const items: unknown[] = [];
  for await (const response of pages) {
    if (response.status >= 400) return printResponse({ operation, response }, flags, shell);
    first ??= response;
    length += response.text.length;
    if (length > maxDocumentLength) {
      throw invalidInput('the list is too long for one document', 'Print lines with --jsonl');
    }
    texts.push(...elementsUnder(response.text, list));
    items.push(...itemsOf(response.body, list));
  }
  if (!first) return;
  const end = { has_more: false, next_cursor: null };
  const members = new Map(Object.entries(end).map(([key, value]) => [key, JSON.stringify(value)]));
  const response = {
    ...first,
    text: replaceMembers(first.text, members.set(list, `[${texts.join(',')}]`)),
    body: { ...Object(first.body), ...end, [list]: items },
  };
  await printResponse({ operation, response }, flags, shell);
};

const printLines: Print = async (operation, pages, flags, shell) => {
  const list = listOf(operation);
  let mismatch: string | undefined;
  let isEmpty = true;
  for await (const response of pages) {
    if (response.status >= 400) return printResponse({ operation, response }, flags, shell);
    const found = schemaMismatch(operation, response.body);
    if (found && flags.strict) throw new Failure('bad_response', found);
    mismatch ??= found;
    for (const text of elementsUnder(response.text, list)) {
      isEmpty = false;
      // Resolves to false if the reader has closed the pipe.
      if (!(await shell.output.deliver(compactJson(text)))) return;
    }
  }
  if (mismatch) shell.output.note(`newswatch: warning: ${mismatch}`);
  if (isEmpty && flags.exitStatus) shell.exit(exitCode.nothing_found);
};

function listOf({ name, list }: Operation): string {
  if (list === undefined) throw new Error(`${name} has no list`);
  return list;
}

function itemsOf(body: unknown, list: string): unknown[] {
  const { [list]: items } = Object(body) as Record<string, unknown>;
  return Array.isArray(items) ? items : [];
}
