import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { maxTextLength, textField, timestampField } from '../../contract/shared-fields.ts';
import { parseNewsItem } from '../feeds/item/parse-news-item.ts';

const identifier = textField(200, 'An id');

/** A known state to start from: accounts with their plans and keys, teams, monitors, news. */
const fixtureSchema = z.strictObject({
  accounts: z._default(
    z.array(
      z.strictObject({
        id: identifier,
        name: z.optional(z.string()),
        plan: z._default(z.enum(['active', 'none']), 'active'),
        /** API keys in the clear; the store keeps their digests. */
        keys: z._default(
          z.array(
            z
              .string()
              .check(z.regex(/^[\x21-\x7e]{8,}$/, 'must be 8 or more visible ASCII characters')),
          ),
          [],
        ),
      }),
    ),
    [],
  ),
  teams: z._default(
    z.array(
      z.strictObject({
        id: identifier,
        name: z.optional(z.string()),
        members: z.array(
          z.strictObject({ account: identifier, webhooks: z._default(z.boolean(), false) }),
        ),
      }),
    ),
    [],
  ),
  monitors: z._default(
    z.array(
      z.strictObject({
        id: identifier,
        prompt: textField(maxTextLength, 'What to watch for'),
        title: z.optional(z.string()),
        /** Exactly one of the two owns it. */
        account: z.optional(identifier),
        team: z.optional(identifier),
        /** `null`: on demand only. */
        every_minutes: z._default(z.nullable(z.int().check(z.minimum(1))), 60),
      }),
    ),
    [],
  ),
  briefings: z._default(
    z.array(
      z.strictObject({
        id: identifier,
        account: identifier,
        title: z.string(),
        summary: z.string(),
        created_at: timestampField(),
      }),
    ),
    [],
  ),
  /** Records as in a JSON Lines file. */
  news: z._default(z.array(z.looseObject({})), []),
});
export type Fixture = z.infer<typeof fixtureSchema>;
export type FixtureInput = z.input<typeof fixtureSchema>;

/** A fixture that cannot be used; the message names the place in it. */
export class FixtureError extends Error {
  override readonly name = 'FixtureError';
}

/** @throws {FixtureError} when the file cannot be read or does not describe a fixture */
export async function readFixtureFile(path: string): Promise<Fixture> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new FixtureError(`the fixture file ${path} cannot be read (${cause.code})`, { cause });
  });
  try {
    return parseFixture(parseJson(text));
  } catch (cause) {
    if (!(cause instanceof FixtureError)) throw cause;
    throw new FixtureError(`the fixture file ${path}: ${cause.message}`, { cause });
  }
}

/** The parser's own message would quote the file, and the file holds keys. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FixtureError('it is not valid JSON');
  }
}

/** @throws {FixtureError} naming every place that is wrong */
export function parseFixture(value: unknown): Fixture {
  const result = fixtureSchema.safeParse(value);
  if (!result.success) {
    const places = result.error.issues.map((issue) => {
      return `${issue.path.join('.') || 'the whole'}: ${problemOf(issue)}`;
    });
    throw new FixtureError(places.join('; '));
  }
  assertUnique(result.data);
  assertReferences(result.data);
  assertNews(result.data);
  return result.data;
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `does not know ${issue.keys.join(', ')}`;
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type') return `must be ${issue.expected}`;
  return issue.message === 'Invalid input' ? 'is not valid' : issue.message;
}

function assertUnique({ accounts, teams, monitors, briefings }: Fixture): void {
  const unique = (values: readonly string[], what: string) => {
    if (new Set(values).size < values.length) throw new FixtureError(`${what} must differ`);
  };
  unique(
    accounts.map(({ id }) => id),
    'the ids of accounts',
  );
  unique(
    accounts.flatMap(({ keys }) => keys),
    'the keys of all accounts',
  );
  unique(
    teams.map(({ id }) => id),
    'the ids of teams',
  );
  unique(
    monitors.map(({ id }) => id),
    'the ids of monitors',
  );
  unique(
    briefings.map(({ id }) => id),
    'the ids of briefings',
  );
}

function assertNews({ news }: Fixture): void {
  for (const [index, record] of news.entries()) {
    const item = parseNewsItem(record);
    if ('rejected' in item) throw new FixtureError(`news.${index}: ${item.rejected}`);
  }
}

function assertReferences({ accounts, teams, monitors, briefings }: Fixture): void {
  const accountIds = new Set(accounts.map(({ id }) => id));
  const teamIds = new Set(teams.map(({ id }) => id));
  const known = (ids: Set<string>, id: string, place: string) => {
    if (!ids.has(id))
      throw new FixtureError(`${place} names ${id}, which the fixture does not have`);
  };
  for (const { id, members } of teams) {
    for (const { account } of members) known(accountIds, account, `the team ${id}`);
  }
  for (const { id, account, team } of monitors) {
    if ((account === undefined) === (team === undefined)) {
      throw new FixtureError(`the monitor ${id} needs an account or a team, and not both`);
    }
    if (account !== undefined) known(accountIds, account, `the monitor ${id}`);
    if (team !== undefined) known(teamIds, team, `the monitor ${id}`);
  }
  for (const { id, account } of briefings) known(accountIds, account, `the briefing ${id}`);
}
