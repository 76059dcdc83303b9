const steps = [];

process.once('exit', () => {
  for (const step of steps.toReversed()) step();
});

/** Registers a cleanup step that runs when this process exits, in reverse order. */
export function atEnd(step) {
  steps.push(step);
}
