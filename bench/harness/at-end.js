/** Cleanup steps. */

const rowSteps = [];
const runSteps = [];

/** Registers a step for the end of the row, even if the row fails, or of this process. It may be asynchronous. */
export function atEnd(step) {
  rowSteps.push(step);
}

/** Registers a step for the end of this process: for what several rows share. It must be synchronous. */
export function atExit(step) {
  runSteps.push(step);
}

const report = (error) => process.stderr.write(`cleanup: ${error.stack ?? error}\n`);

/** Runs the steps of the row in reverse order; one that fails is reported and does not stop the others. */
export async function endRow() {
  while (rowSteps.length > 0) {
    const step = rowSteps.pop();
    try {
      await step();
    } catch (error) {
      report(error);
    }
  }
}

// Here only the synchronous part of a step has an effect, such as the signal to a process.
process.once('exit', () => {
  for (const step of [...runSteps, ...rowSteps].reverse()) {
    try {
      const ended = step();
      ended?.catch?.(report);
    } catch (error) {
      report(error);
    }
  }
});
