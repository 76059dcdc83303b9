import type { Command } from 'commander';
import { bundles } from '../../bundles.ts';
import { usageFailure } from '../../errors/failure.ts';
import type { Shell } from '../../shell.ts';

interface DatabaseFlags {
  database?: string | undefined;
}

/**
 * The database to serve: flag over environment. A data folder that is named keeps the environment's
 * from being used.
 */
export async function resolveDatabase(
  { database }: DatabaseFlags,
  command: Command,
  shell: Shell,
): Promise<string | undefined> {
  const folder = command.getOptionValueSource('data') === 'cli';
  if (database !== undefined) {
    // A password may stand among the arguments, which every user of the machine may list.
    shell.showAs('newswatch serve --database');
    if (!folder) return addressIn('--database', database);
    throw usageFailure(
      'conflicting_option',
      '--data and --database exclude each other',
      'Choose one of them',
    );
  }
  const named = folder ? undefined : shell.env['DATABASE_URL'];
  return named ? addressIn('DATABASE_URL', named) : undefined;
}

/** The address is not quoted: a password stands in it. */
async function addressIn(source: string, text: string): Promise<string> {
  const { isDatabaseAddress } = await bundles.server();
  if (isDatabaseAddress(text)) return text;
  throw usageFailure(
    'invalid_value',
    `${source} must be an address of the form postgres://user:password@host:port/database`,
    "Write what is special in a password as an address has it: '@' is %40, '/' is %2F, '#' is %23",
  );
}

export function parseConnections(text: string): number {
  const connections = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (connections > 0) return connections;
  throw usageFailure(
    'invalid_value',
    `--database-connections must be a whole number from 1 to 9999 (got ${JSON.stringify(text)})`,
  );
}
