/** `npm run bench -- --help` says what it does. */
import { parseArgs } from 'node:util';
import { machine } from './harness/machine.js';
import { keepResult } from './harness/results.js';
import { meets, targetText } from './harness/target.js';
import { rows } from './rows/index.js';

const usage = `npm run bench -- [options] [row …]     (all rows unless some are named)

  --write      keep the results in bench/results and make docs/benchmarks.md anew
  --page       measure nothing: make the page of the results that are kept
  --check      fewer rounds, and only the rows that have bounds: fails where one is broken
  --rounds <n> measure so many times
  --list       name the rows
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
    return refuse(error.message);
  }
}

function refuse(problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}

const say = (text) => process.stdout.write(`${text}\n`);

function chosenRows() {
  const unknown = positionals.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0) {
    refuse(`there is no row ${unknown.join(', ')}: see npm run bench -- --list`);
  }
  const named = rows.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  return values.check ? named.filter(({ check }) => check !== undefined) : named;
}

function roundsOf(settings) {
  if (values.rounds === undefined || settings.rounds === undefined) return settings;
  if (!/^[1-9]\d*$/.test(values.rounds)) refuse('--rounds must be a number from 1 on');
  return { ...settings, rounds: Number(values.rounds) };
}

/** What is expected of a figure in this run: in a check its bound, else its target. */
const expectation = ({ target, bound }) => (values.check ? bound : target);

function sayFigure(figure, { median, min, max }) {
  const expected = expectation(figure);
  const verdict = expected === undefined ? '' : meets(expected, median) ? ' – met' : ' – MISSED';
  const wanted = expected === undefined ? '' : `, wanted ${targetText(expected, figure.unit)}`;
  say(`  ${figure.what}: ${median} ${figure.unit} (${min} – ${max})${wanted}${verdict}`);
}

/** Measures a row and says whether all that was expected of it holds. */
async function measure(row) {
  const settings = roundsOf({ ...row.settings, ...(values.check ? row.check : {}) });
  const shown = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
  say(`${row.name}: ${[row.title, ...shown].join(', ')}`);
  const measured = await row.measure(settings);
  for (const [name, spread] of Object.entries(measured)) sayFigure(row.figures[name], spread);
  if (values.write) keepResult(row, { settings, measured, machine: machine() });
  return Object.entries(measured).every(([name, { median }]) => {
    const expected = expectation(row.figures[name]);
    return expected === undefined || meets(expected, median);
  });
}

/** The same; a row that cannot be measured says why, and holds up no other. */
async function attempt(row) {
  try {
    return await measure(row);
  } catch (error) {
    process.stderr.write(`${row.name}: ${error.stack}\n`);
    process.exitCode = 1;
    return false;
  }
}

// What a broken-off run has started ends with it.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

if (values.help) say(usage);
else if (values.list) for (const { name, title } of rows) say(`${name.padEnd(16)} ${title}`);
else {
  const broken = [];
  for (const row of values.page ? [] : chosenRows()) {
    // In a check once more before it counts: the machine may have had something else to do.
    if (!(await attempt(row)) && !(values.check && (await attempt(row)))) broken.push(row.name);
  }
  if (values.write || values.page) {
    const { writePage } = await import('./report/page.js');
    await writePage();
  }
  if (values.check && broken.length > 0) {
    process.stderr.write(`beyond their bounds: ${broken.join(', ')}\n`);
    process.exitCode = 1;
  }
}
