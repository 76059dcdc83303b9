/** Detects that a sequence of texts repeats itself, in constant memory (Brent's algorithm). */
export class LoopDetector {
  #mark: string | undefined;
  #steps = 0;
  #limit = 1;

  hasSeen(text: string): boolean {
    if (text === this.#mark) return true;
    this.#steps += 1;
    if (this.#steps === this.#limit) {
      this.#mark = text;
      this.#steps = 0;
      this.#limit *= 2;
    }
    return false;
  }
}
