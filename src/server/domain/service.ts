import type { Operation } from '../../contract/operation.ts';
import { isOperation, type Operations, operations } from '../../contract/operations.ts';
import { validate } from '../../contract/validate.ts';
import { WorkSlices } from '../../node/work-slices.ts';
import { accountHandlers } from './accounts/account-handlers.ts';
import { authenticate } from './accounts/authenticate.ts';
import { hasPlan } from './accounts/is-entitled.ts';
import { profileHandlers } from './accounts/profile-handlers.ts';
import { usageHandler } from './accounts/usage-handler.ts';
import { ApiError, invalidInput, planRequired } from './api-error.ts';
import { briefingHandlers } from './briefings/briefing-handlers.ts';
import type { AuthenticatedPrincipal, Context, Handlers, Principal } from './context.ts';
import { deliveryHandlers } from './delivery/delivery-handlers.ts';
import { alertHandlers } from './monitors/alert-handlers.ts';
import { monitorHandlers } from './monitors/monitor-handlers.ts';
import { newsHandlers } from './news/news-handlers.ts';
import { Serialized } from './serialized.ts';

type Handler = (input: unknown, principal: Principal, work: WorkSlices) => Promise<unknown>;

/** Reads the input of a request. May throw an {@link ApiError}. */
type InputReader = () => unknown;

/** The operations of the service, for every surface. */
export interface Service {
  /**
   * Verifies a bearer token; `undefined` if it is unknown, expired or revoked. API keys are valid
   * on every surface, access tokens only on the one they were issued for (docs/service.md §7).
   *
   * @param surface required for access tokens
   */
  authenticate(
    token: string,
    surface?: { audience: string },
  ): Promise<AuthenticatedPrincipal | undefined>;
  /** Rejects if the store is unavailable. */
  ping(): Promise<void>;
  /**
   * Runs an operation: checks the plan, reads and validates the input and calls the handler.
   *
   * @param readInput not called if the operation needs a plan and the account has none, except to
   *   find out if the input is free ({@link Operation.freeInput})
   * @param signal aborted when the client has left, which stops searches and runs that are not stored
   *   yet (default: never)
   * @throws {ApiError} see docs/service.md §9
   * @throws the reason of the signal if it is aborted
   */
  call(
    operation: Operation,
    readInput: InputReader,
    principal: Principal,
    signal?: AbortSignal,
  ): Promise<Serialized>;
}

export function createService(context: Context): Service {
  const handlers: Handlers<Operations> = {
    account: accountHandlers(context),
    news: newsHandlers(context),
    monitors: monitorHandlers(context),
    alerts: alertHandlers(context),
    delivery: deliveryHandlers(context),
    briefings: briefingHandlers(context),
    usage: usageHandler(context),
    profile: profileHandlers(context),
  };
  const handlerOf = new Map(handlerPairs(operations, handlers));
  return {
    authenticate: (token, surface) => authenticate(context, token, surface?.audience),
    ping: () => context.store.ping(),
    async call(operation, readInput, principal, signal) {
      const { clock, usage, pricingUrl } = context;
      usage.count(principal.account.id, operation.name, clock.now());
      const needsPlan = operation.access === 'paid' && !hasPlan(principal.account);
      const input = needsPlan
        ? await readFreeInput(operation, readInput, pricingUrl)
        : await readInput();
      const work = new WorkSlices({ group: principal.account.id, signal, trace: principal.trace });
      const checked = validate(operation, input);
      if ('issues' in checked) throw invalidInput(checked.issues);
      const handler = handlerOf.get(operation);
      if (!handler) throw new Error(`no handler for ${operation.name}`);
      const output = await handler(checked.input, principal, work);
      return output instanceof Serialized ? output : new Serialized(output);
    },
  };
}

/**
 * Reads the input of a paid operation for an account without a plan.
 *
 * @throws {ApiError} `plan_required` unless it is the operation's `freeInput`
 */
async function readFreeInput(
  { freeInput }: Operation,
  readInput: InputReader,
  pricingUrl: string,
): Promise<unknown> {
  const input = freeInput && (await inputOrUndefined(readInput));
  if (freeInput?.safeParse(input).success) return input;
  throw planRequired(pricingUrl);
}

async function inputOrUndefined(readInput: InputReader): Promise<unknown> {
  try {
    return await readInput();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Pairs operations with their handlers; the type `Handlers` ensures that the trees match. */
function handlerPairs(tree: object, handlers: object): [Operation, Handler][] {
  const handlersByKey = new Map(Object.entries(handlers));
  return Object.entries(tree).flatMap(([key, entry]): [Operation, Handler][] => {
    const handler = handlersByKey.get(key);
    return isOperation(entry) ? [[entry, handler]] : handlerPairs(entry, handler);
  });
}
