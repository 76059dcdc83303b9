/** Runs benchmarks; see `npm run bench -- --help`. */
import { parseArgs } from 'node:util';
import { machine } from './harness/machine.js';
import { saveResult } from './harness/results.js';
import { meets, targetText } from './harness/target.js';
import { rows } from './rows/index.js';

const usage = `npm run bench -- [options] [row …]     (default: all rows)

  --write      save the results in bench/results and write docs/benchmarks.md
  --page       write docs/benchmarks.md from saved results without measuring
  --check      run only rows with bounds, in fewer rounds; fail if a figure is out of bounds
  --rounds <n> number of rounds
  --list       list the rows
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

const print = (text) => process.stdout.write(`${text}\n`);

function chosenRows() {
  const unknown = positionals.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0) {
    exitWithUsageError(
      `unknown row ${unknown.join(', ')}; list them with: npm run bench -- --list`,
    );
  }
  const named = rows.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  return values.check ? named.filter(({ check }) => check !== undefined) : named;
}

function roundsOf(settings) {
  if (values.rounds === undefined || settings.rounds === undefined) return settings;
  if (!/^[1-9]\d*$/.test(values.rounds))
    exitWithUsageError('--rounds must be a positive whole number');
  return { ...settings, rounds: Number(values.rounds) };
}

/** The expected value of a figure: its bound with --check, its target otherwise. */
const expectation = ({ target, bound }) => (values.check ? bound : target);

function printFigure(figure, { median, min, max }) {
  const expected = expectation(figure);
  const verdict = expected === undefined ? '' : meets(expected, median) ? ' – met' : ' – MISSED';
  const wanted = expected === undefined ? '' : `, expected ${targetText(expected, figure.unit)}`;
  print(`  ${figure.what}: ${median} ${figure.unit} (${min} – ${max})${wanted}${verdict}`);
}

/** Measures a row; returns whether all its figures are as expected. */
async function measure(row) {
  const settings = roundsOf({ ...row.settings, ...(values.check ? row.check : {}) });
  const shown = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
  print(`${row.name}: ${[row.title, ...shown].join(', ')}`);
  const measured = await row.measure(settings);
  for (const [name, spread] of Object.entries(measured)) printFigure(row.figures[name], spread);
  if (values.write) saveResult(row, { settings, measured, machine: machine() });
  return Object.entries(measured).every(([name, { median }]) => {
    const expected = expectation(row.figures[name]);
    return expected === undefined || meets(expected, median);
  });
}

/** Measures a row. If that fails, prints the error, so that the next row can be measured. */
async function attempt(row) {
  try {
    return await measure(row);
  } catch (error) {
    process.stderr.write(`${row.name}: ${error.stack}\n`);
    // With --check a failed row is measured a second time.
    if (!values.check) process.exitCode = 1;
    return false;
  }
}

// Cleanup steps run on exit, so processes of an interrupted run end too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

if (values.help) print(usage);
else if (values.list) for (const { name, title } of rows) print(`${name.padEnd(16)} ${title}`);
else {
  const broken = [];
  for (const row of values.page ? [] : chosenRows()) {
    // With --check a failed row is measured again: other load may have disturbed it.
    if (!(await attempt(row)) && !(values.check && (await attempt(row)))) broken.push(row.name);
  }
  if (values.write || values.page) {
    const { writePage } = await import('./report/page.js');
    await writePage();
  }
  if (values.check && broken.length > 0) {
    process.stderr.write(
      `out of bounds: ${broken.join(', ')}; measure a single row with: npm run bench -- <row>\n`,
    );
    process.exitCode = 1;
  }
}

// A failed row may have left processes running; their cleanup steps run on exit.
process.exit();
