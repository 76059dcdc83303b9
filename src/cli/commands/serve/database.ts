import type { Command } from 'commander';
import { bundles } from '../../bundles.ts';
import { Failure, invalidInput } from '../../errors/failure.ts';
import type { Shell } from '../../shell.ts';

interface DatabaseFlags {
  database?: string | undefined;
}

/**
 * The URL of the PostgreSQL database from `--database` or `DATABASE_URL`; `undefined` for SQLite. An
 * explicit `--data` overrides `DATABASE_URL`.
 */
export async function resolveDatabase(
  { database }: DatabaseFlags,
  command: Command,
  shell: Shell,
): Promise<string | undefined> {
  const hasDataFlag = command.getOptionValueSource('data') === 'cli';
  if (database !== undefined) {
    // The arguments may contain a password and are visible to every user of the machine.
    shell.setProcessTitle(`newswatch ${command.name()} --database`);
    if (!hasDataFlag) return checkDatabaseUrl('--database', database);
    throw new Failure('conflicting_option', '--data and --database cannot be combined');
  }
  const fromEnv = hasDataFlag ? undefined : shell.env['DATABASE_URL'];
  return fromEnv ? checkDatabaseUrl('DATABASE_URL', fromEnv) : undefined;
}

/** The error message omits the URL, which may contain a password. */
async function checkDatabaseUrl(source: string, text: string): Promise<string> {
  const { isDatabaseAddress } = await bundles.server();
  if (isDatabaseAddress(text)) return text;
  const problem = `${source} must be a URL of the form postgres://user:password@host:port/database`;
  if (text.trim() === '') throw invalidInput(`${problem}, but it is empty`);
  const encoding =
    "Percent-encode special characters of the password: '@' is %40, '/' is %2F, '?' is %3F, '#' is %23";
  const isPostgres = /^postgres(ql)?:/i.test(text);
  throw invalidInput(problem, isPostgres ? encoding : 'Only PostgreSQL is supported');
}
