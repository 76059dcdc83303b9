import type { Executor } from './database.ts';

/** Locks of ours among those of other programs on the same database: the first number says `nwch`. */
const ours = 0x6e_77_63_68;

const migration = 1;
const firsts = 2;

/** Lets one process at a time bring the schema forward. Held until the transaction ends. */
export function lockMigration(executor: Executor): Promise<number> {
  return lock(executor, migration);
}

/** Lets one process at a time make what there is to be one of. Held until the transaction ends. */
export function lockFirsts(executor: Executor): Promise<number> {
  return lock(executor, firsts);
}

function lock(executor: Executor, which: number): Promise<number> {
  return executor.run('SELECT pg_advisory_xact_lock($1, $2)', ours, which);
}
