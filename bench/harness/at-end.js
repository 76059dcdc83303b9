const steps = [];

process.once('exit', () => {
  for (const step of steps.toReversed()) step();
});

/** Has something done when this process ends, however it ends; what was asked for last, first. */
export function atEnd(step) {
  steps.push(step);
}
