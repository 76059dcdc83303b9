import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { maxTextLength, textField, timestampField } from '../../contract/shared-fields.ts';
import { errorCode } from '../../node/system-error.ts';
import { parseNewsItem } from '../feeds/item/parse-news-item.ts';

const identifier = textField(200, 'An id');
const apiKey = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{8,}$/, 'must be 8 or more visible ASCII characters'));

const accountSchema = z.strictObject({
  id: identifier,
  name: z.optional(z.string()),
  plan: z._default(z.enum(['active', 'none']), 'active'),
  /** API keys in clear text. The store keeps only their hashes. */
  keys: z._default(z.array(apiKey), []),
});

const teamSchema = z.strictObject({
  id: identifier,
  name: z.optional(z.string()),
  members: z.array(
    z.strictObject({ account: identifier, webhooks: z._default(z.boolean(), false) }),
  ),
});

const monitorSchema = z.strictObject({
  id: identifier,
  prompt: textField(maxTextLength, 'What to watch for'),
  title: z.optional(z.string()),
  /** The owner (default: the first member of the team). */
  account: z.optional(identifier),
  /** The team that the monitor is shared with. */
  team: z.optional(identifier),
  /** `null` for a monitor that runs only on demand. */
  every_minutes: z._default(z.nullable(z.int().check(z.minimum(1))), 60),
});

const briefingSchema = z.strictObject({
  id: identifier,
  account: identifier,
  title: z.string(),
  summary: z.string(),
  created_at: timestampField(),
});

/** Accounts, teams, monitors, briefings and news to start a server from. */
const fixtureSchema = z.strictObject({
  accounts: z._default(z.array(accountSchema), []),
  teams: z._default(z.array(teamSchema), []),
  monitors: z._default(z.array(monitorSchema), []),
  briefings: z._default(z.array(briefingSchema), []),
  /** Objects with the same fields as a line of a JSON Lines file for `--news`. */
  news: z._default(z.array(z.looseObject({})), []),
});
export type Fixture = z.infer<typeof fixtureSchema>;
export type FixtureInput = z.input<typeof fixtureSchema>;

/** Thrown for an invalid fixture, with the reason. */
export class FixtureError extends Error {
  override readonly name = 'FixtureError';
}

/** @throws {FixtureError} if the file cannot be read or is not a valid fixture */
export async function readFixtureFile(path: string): Promise<Fixture> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new FixtureError(`the fixture file ${path} cannot be read (${errorCode(cause)})`, {
      cause,
    });
  });
  try {
    return parseFixture(parseJson(text));
  } catch (cause) {
    if (!(cause instanceof FixtureError)) throw cause;
    throw new FixtureError(`the fixture file ${path}: ${cause.message}`, { cause });
  }
}

/** Omits the message of `JSON.parse`, which would quote the file and could reveal an API key. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FixtureError('it is not valid JSON');
  }
}

/** @throws {FixtureError} with all violations of the schema, or the first other problem */
export function parseFixture(value: unknown): Fixture {
  const result = fixtureSchema.safeParse(value);
  if (!result.success) {
    const problems = result.error.issues.map(
      (issue) => `${issue.path.join('.') || 'the fixture'}: ${problemOf(issue)}`,
    );
    throw new FixtureError(problems.join('; '));
  }
  assertUnique(result.data);
  assertReferences(result.data);
  assertNews(result.data);
  return result.data;
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `unknown field ${issue.keys.join(', ')}`;
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type') return `must be ${issue.expected}`;
  return issue.message === 'Invalid input' ? 'is not valid' : issue.message;
}

function assertUnique({ accounts, teams, monitors, briefings }: Fixture): void {
  const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);
  const unique: Record<string, string[]> = {
    'account ids': idsOf(accounts),
    'API keys': accounts.flatMap(({ keys }) => keys),
    'team ids': idsOf(teams),
    'monitor ids': idsOf(monitors),
    'briefing ids': idsOf(briefings),
  };
  for (const [what, values] of Object.entries(unique)) {
    if (new Set(values).size < values.length) throw new FixtureError(`${what} must be unique`);
  }
}

function assertReferences({ accounts, teams, monitors, briefings }: Fixture): void {
  const accountIds = new Set(accounts.map(({ id }) => id));
  const teamIds = new Set(teams.map(({ id }) => id));
  const assertKnown = (ids: Set<string>, id: string, referrer: string) => {
    if (ids.has(id)) return;
    throw new FixtureError(`${referrer} refers to ${id}, which is not in the fixture`);
  };
  for (const { id, members } of teams) {
    for (const { account } of members) assertKnown(accountIds, account, `the team ${id}`);
  }
  for (const { id, account, team } of monitors) {
    if (account !== undefined) assertKnown(accountIds, account, `the monitor ${id}`);
    if (team !== undefined) assertKnown(teamIds, team, `the monitor ${id}`);
    if (ownerOf({ account, team }, teams) === undefined) {
      throw new FixtureError(`the monitor ${id} needs an account, or a team with a member`);
    }
  }
  for (const { id, account } of briefings) assertKnown(accountIds, account, `the briefing ${id}`);
}

/** The account that owns a monitor; `undefined` if the fixture names none. */
export function ownerOf(
  { account, team }: Pick<Fixture['monitors'][number], 'account' | 'team'>,
  teams: Fixture['teams'],
): string | undefined {
  return account ?? teams.find(({ id }) => id === team)?.members[0]?.account;
}

function assertNews({ news }: Fixture): void {
  for (const [index, record] of news.entries()) {
    const item = parseNewsItem(record);
    if ('rejected' in item) throw new FixtureError(`news.${index}: ${item.rejected}`);
  }
}
