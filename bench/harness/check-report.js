/** What `--check` reports when rows have failed twice. */

const section = (heading, lines) => (lines.length === 0 ? [] : [[heading, ...lines].join('\n')]);

/** @param failed the outcome of each failed row by its name: `missed` figures, or an `error` */
export function checkReport(failed) {
  const outcomes = [...failed];
  const errors = outcomes.filter(([, { error }]) => error !== undefined);
  const outOfBounds = outcomes.filter(([, { error }]) => error === undefined);
  const repeat = `Repeat on an idle machine: npm run bench -- --check ${[...failed.keys()].join(' ')}`;
  const compare = `If figures are out of bounds again, measure the commit before your change in the same way. If it is
within the bounds there, look for the cause in the change; otherwise in the machine or its versions.
The page of a row in docs/benchmarks says what it measures.`;
  return `\n${[
    ...section(
      'Failed with an error in the second of two attempts (the whole error is above):',
      errors.map(([name, { error }]) => `${name}: ${error.message.split('\n')[0]}`),
    ),
    ...section(
      'Out of bounds in the second of two attempts:',
      outOfBounds.flatMap(([name, { missed }]) => [name, ...missed]),
    ),
    outOfBounds.length === 0 ? repeat : `${repeat}\n${compare}`,
  ].join('\n\n')}\n`;
}
