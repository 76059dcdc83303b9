/** Runs benchmarks; see `npm run bench -- --help`. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { endRow } from './harness/at-end.js';
import { checkReport } from './harness/check-report.js';
import { exitOnSignals, handleSignals } from './harness/interruption.js';
import { measureRow } from './harness/measure.js';
import { saveRun } from './harness/results.js';
import { namesWithMoreRounds } from './harness/rounds.js';
import { meets, targetText } from './harness/target.js';

const usage = `npm run bench -- [options] [row …]     (default: all rows)

  --write      save the results in bench/results, keep those before them, and write docs/benchmarks.md and
               the page of each row
  --page       write these pages from saved results without measuring
  --check      run only rows with bounds, in fewer rounds; exit with 1 if a figure is out of bounds
  --rounds <n> number of rounds; with --write, at least as many as each row has by default
  --list       list the rows

PostgreSQL is started in a temporary folder if it is installed; NEWSWATCH_BENCH_DATABASE=postgres://…
names another server on this machine, with the right to create databases.
`;

const options = {
  write: { type: 'boolean' },
  page: { type: 'boolean' },
  check: { type: 'boolean' },
  list: { type: 'boolean' },
  help: { type: 'boolean' },
  rounds: { type: 'string' },
};

const { values, positionals } = readArguments();

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return exitWithUsageError(error.message);
  }
}

/** Prints the problem and exits with 2. */
function exitWithUsageError(problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}

if (!existsSync(new URL('../dist/index.js', import.meta.url))) {
  exitWithUsageError('the program is not built; run this first: npm run build');
}
const { rows } = await import('./rows/index.js');

const print = (text) => process.stdout.write(`${text}\n`);

function chosenRows() {
  const unknown = positionals.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0) {
    exitWithUsageError(
      `unknown row ${unknown.join(', ')}; list them with: npm run bench -- --list`,
    );
  }
  const isUnbounded = (row) => values.check && row.check === undefined;
  const unbounded = rows.filter((row) => positionals.includes(row.name) && isUnbounded(row));
  if (unbounded.length > 0) {
    exitWithUsageError(`--check: no bounds for ${unbounded.map(({ name }) => name).join(', ')}`);
  }
  return rows.filter((row) =>
    positionals.length === 0 ? !isUnbounded(row) : positionals.includes(row.name),
  );
}

function roundsOf(settings) {
  if (values.rounds === undefined || settings.rounds === undefined) return settings;
  return { ...settings, rounds: Number(values.rounds) };
}

/** The expected value of a figure: its bound with --check, its target otherwise. */
const expectation = ({ target, bound }) => (values.check ? bound : target);

const isAsExpected = (figure, { median }) => {
  const expected = expectation(figure);
  return expected === undefined || meets(expected, median);
};

function figureText(figure, { median, min, max }) {
  const expected = expectation(figure);
  const verdict = isAsExpected(figure, { median }) ? ' – met' : ' – MISSED';
  const wanted =
    expected === undefined ? '' : `, expected ${targetText(expected, figure.unit)}${verdict}`;
  return `  ${figure.what}: ${median} ${figure.unit} (${min} – ${max})${wanted}`;
}

function printRun(row, { measured, peers, seconds }) {
  for (const [name, spread] of Object.entries(measured)) {
    print(figureText(row.figures[name], spread));
  }
  for (const [name, version] of Object.entries(peers)) {
    if (version === null) print(`  without ${name}, which is not installed`);
  }
  print(`  took ${seconds} s`);
}

/** Measures a row; returns the lines of figures that are not as expected as `missed`. */
async function measure(row) {
  const settings = roundsOf({ ...row.settings, ...(values.check ? row.check : {}) });
  const shown = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
  print(`${row.name}: ${[row.title, ...shown].join(', ')}`);
  const run = await measureRow(row, settings);
  if (run === undefined) {
    print('  skipped: PostgreSQL is not installed, and NEWSWATCH_BENCH_DATABASE is not set');
    return { missed: [] };
  }
  printRun(row, run);
  if (values.write) saveRun(row, run);
  const missed = Object.entries(run.measured)
    .filter(([name, spread]) => !isAsExpected(row.figures[name], spread))
    .map(([name, spread]) => figureText(row.figures[name], spread));
  return { missed };
}

/** Measures a row. If that fails, prints the error and returns it, so that the next row can be measured. */
async function attempt(row) {
  try {
    return await measure(row);
  } catch (error) {
    await handleSignals();
    process.stderr.write(`${row.name}: ${error.stack}\n`);
    // With --check a failed row is measured a second time.
    if (!values.check) process.exitCode = 1;
    return { missed: [], error };
  } finally {
    await handleSignals();
    await endRow();
  }
}

const hasPassed = ({ missed, error }) => error === undefined && missed.length === 0;

/** Measures the rows; returns the outcomes that are not as expected, by row. */
async function measureAll(chosen) {
  const failed = new Map();
  if (values.check) {
    print(
      'Figure names state the sizes of a full run; this run uses the sizes listed after each title.',
    );
  }
  print(`Node ${process.version.slice(1)}`);
  const started = performance.now();
  for (const row of chosen) {
    let outcome = await attempt(row);
    if (values.check && !hasPassed(outcome)) {
      print(`${row.name}: measured again, because other load may have disturbed it`);
      outcome = await attempt(row);
    }
    if (!hasPassed(outcome)) failed.set(row.name, outcome);
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  print(
    `${chosen.length} ${chosen.length === 1 ? 'row' : 'rows'} took ${Math.floor(seconds / 60)} min ${seconds % 60} s`,
  );
  return failed;
}

function failCheck(failed) {
  process.stderr.write(checkReport(failed));
  process.exitCode = 1;
}

exitOnSignals();

if (values.check && values.write) {
  exitWithUsageError('--check measures too little to be saved with --write');
}
if (values.rounds !== undefined) {
  if (!/^[1-9]\d*$/.test(values.rounds)) {
    exitWithUsageError('--rounds must be a positive whole number');
  }
  const shortened = namesWithMoreRounds(chosenRows(), Number(values.rounds));
  if (values.write && shortened.length > 0) {
    exitWithUsageError(
      `--rounds ${values.rounds} measures too little to be saved with --write: ${shortened.join(', ')}`,
    );
  }
}
if (values.help) print(usage);
else if (values.list) for (const { name, title } of rows) print(`${name.padEnd(18)} ${title}`);
else {
  const failed = values.page ? new Map() : await measureAll(chosenRows());
  if (values.write || values.page) {
    const { writePages } = await import('./report/write.js');
    await writePages();
  }
  if (values.check && failed.size > 0) failCheck(failed);
}

process.exit();
