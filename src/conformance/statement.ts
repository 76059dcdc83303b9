import type { Need } from './need.ts';
import type { SurfaceName } from './surfaces/surface.ts';
import type { Trial } from './trial.ts';

/** One statement of the contract (docs/service.md). */
export interface Statement {
  /** The section of docs/service.md and a number in it: `8.3-2`. */
  readonly id: string;
  /** The statement in a sentence. */
  readonly text: string;
  /** Surfaces to check it on, one result each (default: HTTP only). */
  readonly surfaces?: readonly SurfaceName[];
  /** Default: nothing, the check only reads. */
  readonly needs?: readonly Need[];
}

export interface CheckedStatement extends Statement {
  /**
   * Checks the statement, or names the test that shows it if it cannot be observed from outside.
   *
   * @throws {Violation} if the statement does not hold
   * @throws {NotChecked} if the deployment has nothing to check it with
   */
  readonly check: ((trial: Trial) => Promise<void>) | { readonly shownBy: string };
}
