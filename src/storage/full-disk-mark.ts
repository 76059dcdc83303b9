import { StoreUnavailable } from './store-unavailable.ts';

/** Milliseconds that a failure counts although later writes succeed: small writes may still fit. */
const minDuration = 5000;

/** Whether recent writes failed because the disk is full. */
export class FullDiskMark {
  #failedAt: number | undefined;
  #hasSucceeded = false;

  get isSet(): boolean {
    if (this.#failedAt === undefined) return false;
    return !this.#hasSucceeded || performance.now() - this.#failedAt < minDuration;
  }

  /** Runs a write and remembers how it ends. */
  async watch<Result>(write: () => Promise<Result>): Promise<Result> {
    try {
      const result = await write();
      this.#hasSucceeded = true;
      return result;
    } catch (error) {
      if (error instanceof StoreUnavailable && error.isDiskFull) {
        this.#failedAt = performance.now();
        this.#hasSucceeded = false;
      }
      throw error;
    }
  }
}
