/** A process that fills a store with monitors. */
import { ManualClock, startServer } from 'newswatch/server';
import { offer } from '../harness/processes.js';
import { openStore } from '../harness/store-file.js';
import { namesOf, random } from '../harness/synthetic-news.js';
import { apiKey, created, sharedName, watchedNames } from '../harness/watches.js';

/** Monitors of a fixture that are stored at a time. */
const perFixture = 5_000;

/** One in so many monitors names {@link sharedName}. */
const perShared = 10;

const capitalized = (name) => name[0].toUpperCase() + name.slice(1);

/** Stores a monitor `name_<n>` for each name through the server, which chooses its anchor terms. */
async function storeNames(data, names) {
  const account = 'bench';
  for (let start = 0; start < names.length; start += perFixture) {
    const monitors = names.slice(start, start + perFixture).map((name, n) => ({
      id: `name_${start + n}`,
      account,
      prompt: capitalized(name),
      every_minutes: 60,
    }));
    const fixture = { accounts: [{ id: account, keys: [apiKey] }], monitors };
    const server = await startServer({ data, fixture, clock: new ManualClock(created) });
    await server.close();
  }
}

/**
 * The condition of "One or Other", from those of both names. Only beside another word does a capital
 * letter show that a word is a name.
 */
function eitherOf(one, other) {
  const units = [one, other].flatMap(({ clauses: [[{ alternatives }]] }) => alternatives.flat());
  const alternatives = units.map((unit) => [{ ...unit, kind: 'name' }]);
  return { ...one, clauses: [[{ alternatives }]] };
}

/** Copies the monitors of the names to monitors of two names each, with the anchor terms of both. */
function combine(database, names, count) {
  const one = database.prepare('SELECT * FROM monitors WHERE id = ?').get('name_0');
  const columns = Object.keys(one);
  const insert = database.prepare(
    `INSERT INTO monitors (${columns}) VALUES (${columns.map(() => '?')})`,
  );
  const conditionOf = database.prepare(
    'SELECT condition FROM monitor_conditions WHERE monitor_id = ?',
  );
  const conditions = names.map((_, n) => JSON.parse(conditionOf.get(`name_${n}`).condition));
  const insertCondition = database.prepare('INSERT INTO monitor_conditions VALUES (?, ?)');
  const copyTerms = database.prepare(
    'INSERT OR IGNORE INTO monitor_terms SELECT term, ? FROM monitor_terms WHERE monitor_id = ?',
  );
  const next = random(count);
  const any = () => 1 + Math.floor(next() * (names.length - 1));
  database.exec('BEGIN');
  for (let n = 0; n < count; n += 1) {
    const id = `mon_${n}`;
    const named = [n % perShared === 0 ? 0 : any(), any()];
    const prompt = named.map((each) => capitalized(names[each])).join(' or ');
    const monitor = { ...one, id, prompt, title: prompt };
    insert.run(...columns.map((column) => monitor[column]));
    const [first, second] = named.map((each) => conditions[each]);
    insertCondition.run(id, JSON.stringify(eitherOf(first, second)));
    for (const each of named) copyTerms.run(id, `name_${each}`);
  }
  database.exec(`DELETE FROM monitors WHERE id LIKE 'name_%';
    DELETE FROM monitor_terms WHERE monitor_id LIKE 'name_%';
    DELETE FROM monitor_conditions WHERE monitor_id LIKE 'name_%';
    DELETE FROM seeded WHERE kind = 'monitors'; COMMIT`);
}

offer({
  /** Stores monitors that name two of {@link watchedNames} each, and are due after an hour. */
  async make({ data, monitors }) {
    const names = [sharedName, ...namesOf(watchedNames)];
    await storeNames(data, names);
    const database = openStore(data);
    combine(database, names, monitors);
    database.close();
  },
});
