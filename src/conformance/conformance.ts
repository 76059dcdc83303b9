import { checkOptions } from '../contract/check-options.ts';
import { errorMessage } from '../node/error-message.ts';
import { CheckSession } from './check-session.ts';
import { type Deployment, deploymentTypes } from './deployment.ts';
import { needs } from './need.ts';
import type { LeftBehind } from './removals.ts';
import type { Statement } from './statement.ts';
import { checkedStatements } from './statements.ts';
import type { SurfaceName } from './surfaces/surface.ts';
import { Trial } from './trial.ts';
import { NotChecked, Violation } from './violation.ts';

/** In milliseconds: a check that takes longer fails. */
const maxDuration = 120_000;
/** In characters. */
const maxReasonLength = 300;

/** The result of one statement on one surface. */
export interface StatementResult {
  /** The section of docs/service.md and a number in it: `8.3-2`. */
  id: string;
  /** The statement in a sentence. */
  statement: string;
  /** The surface that was checked. */
  surface: SurfaceName;
  /** Whether the statement holds; `skipped` if it was not checked. */
  result: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was skipped. */
  reason?: string;
  /** The file of this project that shows a statement that cannot be observed from outside. */
  shown_by?: string;
  /** What the check created and could not delete. */
  left_behind?: LeftBehind[];
}

/**
 * Checks services: {@link open} it, read the {@link results}, then close it.
 *
 * All checks run one after another. Each uses the first deployment that has what it needs.
 */
export class Conformance {
  readonly #sessions: readonly CheckSession[];

  /**
   * @param deployments one, or several of the same service with different settings
   * @throws {TypeError} if a field of a deployment is unknown or missing, or has another type
   */
  constructor(deployments: readonly [Deployment, ...Deployment[]]) {
    for (const each of deployments) checkOptions('new Conformance()', each, deploymentTypes);
    this.#sessions = deployments.map((deployment) => new CheckSession(deployment));
  }

  /**
   * Starts the receivers of the deployments.
   *
   * @throws {Error} a system error, such as `EADDRINUSE`
   */
  async open(): Promise<void> {
    await Promise.all(this.#sessions.map((session) => session.open()));
  }

  /** Checks all statements whose id passes the filter, in order (default: all). */
  async *results(
    isIncluded: (id: string) => boolean = () => true,
  ): AsyncGenerator<StatementResult> {
    for (const statement of checkedStatements.filter(({ id }) => isIncluded(id))) {
      for (const surface of surfacesOf(statement)) yield this.check(statement.id, surface);
    }
  }

  /**
   * Checks one statement on one surface.
   *
   * @param id such as `8.3-2`
   * @throws {RangeError} if there is no statement with this id
   */
  async check(id: string, surface: SurfaceName): Promise<StatementResult> {
    const statement = checkedStatements.find((each) => each.id === id);
    if (!statement) throw new RangeError(`there is no statement ${id}`);
    const { text, check } = statement;
    const base = { id, statement: text, surface };
    if (typeof check !== 'function') {
      const reason = 'it cannot be observed from outside';
      return { ...base, result: 'skipped', reason, shown_by: check.shownBy };
    }
    const missing = this.#sessions.map((session) => missingIn(session, statement, surface));
    const session = this.#sessions[missing.indexOf(undefined)];
    if (!session) return { ...base, result: 'skipped', reason: missing[0] ?? '' };

    const mayChange = statement.needs?.includes('changes') === true;
    const trial = new Trial(session, surface, mayChange);
    const verdict = await withTimeout(check(trial)).then(
      () => ({ result: 'passed' }) as const,
      (error: unknown) => verdictOf(error, session),
    );
    const left = await trial.cleanUp();
    return { ...base, ...verdict, ...(left.length > 0 && { left_behind: left }) };
  }

  /** Stops the receivers. */
  async close(): Promise<void> {
    await Promise.all(this.#sessions.map((session) => session.close()));
  }
}

/** The surfaces on which a statement is checked. */
export function surfacesOf({ surfaces = ['http'] }: Statement): readonly SurfaceName[] {
  return surfaces;
}

/** What a statement needs and a deployment does not have; `undefined` if it has everything. */
function missingIn(
  session: CheckSession,
  { needs: needed = [] }: Statement,
  surface: SurfaceName,
): string | undefined {
  if (surface === 'cli' && session.deployment.command === undefined) {
    return 'there is no command line to check';
  }
  const missing = needed.filter((need) => !session.has(need));
  if (missing.length === 0) return undefined;
  return `needs ${missing.map((need) => needs[need]).join(', and ')}`;
}

/** Errors other than {@link NotChecked} are failures: also unexpected ones, caused by responses. */
function verdictOf(
  error: unknown,
  session: CheckSession,
): Pick<StatementResult, 'result' | 'reason'> {
  const reason = session.redacted(errorMessage(error)).slice(0, maxReasonLength);
  return { result: error instanceof NotChecked ? 'skipped' : 'failed', reason };
}

async function withTimeout(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const message = `the check did not end within ${maxDuration / 1000} s`;
    timer = setTimeout(() => reject(new Violation(message)), maxDuration);
  });
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
