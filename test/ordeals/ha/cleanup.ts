/** Steps that undo changes of the machine at the end, also after a signal. */
export class Cleanup {
  readonly #steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  /** Undoes the newest first. A step that fails does not prevent the others. */
  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        process.stderr.write(`${error}\n`);
      }
    }
  }
}
