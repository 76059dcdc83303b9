import type { Operation } from '../../contract/operation.ts';
import { isOperation, type Operations, operations } from '../../contract/operations.ts';
import { validate } from '../../contract/validate.ts';
import { principalOfToken } from './accounts/access-token.ts';
import { accountHandlers } from './accounts/account-handlers.ts';
import { principalOfKey } from './accounts/api-key.ts';
import { usageHandler } from './accounts/usage-handler.ts';
import { ApiError } from './api-error.ts';
import { briefingHandlers } from './briefing-handlers.ts';
import type { Context, Handlers, Principal } from './context.ts';
import { deliveryHandlers } from './delivery/delivery-handlers.ts';
import { alertHandlers } from './monitors/alert-handlers.ts';
import { monitorHandlers } from './monitors/monitor-handlers.ts';
import { newsHandlers } from './news/news.ts';
import { Serialized } from './serialized.ts';

type Handler = (input: unknown, caller: Principal) => Promise<unknown>;

/** The functions of the service behind one door, the same for every surface. */
export interface Service {
  /**
   * Who a bearer token stands for; `undefined` for one that is unknown or revoked. An API key opens
   * every surface. An OAuth access token opens the one that it was issued for, and so only a surface
   * that names its `audience` (service document, "Authentication": OAuth is for MCP).
   */
  authenticate(token: string, surface?: { audience: string }): Promise<Principal | undefined>;
  /** Resolves when the service can work. */
  ping(): Promise<void>;
  /**
   * Carries an operation out for a caller: the plan first, then the input, then the work.
   *
   * @throws {ApiError} as the contract says
   */
  call(operation: Operation, input: unknown, caller: Principal): Promise<Serialized>;
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
  };
  const byOperation = new Map(pairs(operations, handlers));
  const { store } = context;
  return {
    authenticate: async (token, surface) =>
      (await principalOfKey(store, token)) ??
      (surface && principalOfToken(context, token, surface.audience)),
    ping: () => store.ping(),
    async call(operation, input, caller) {
      const { clock, usage, pricingUrl } = context;
      usage.count(caller.account.id, operation.name, clock.now());
      if (operation.access === 'paid' && caller.account.plan !== 'active') {
        throw planRequired(pricingUrl);
      }
      const checked = validate(operation, input);
      if ('issues' in checked) {
        const text = checked.issues.map(({ field, message }) => `${field} ${message}`.trim());
        throw new ApiError('invalid_request', text.join('; '), { issues: checked.issues });
      }
      const handler = byOperation.get(operation);
      if (!handler) throw new Error(`no handler for ${operation.name}`);
      const output = await handler(checked.input, caller);
      return output instanceof Serialized ? output : new Serialized(output);
    },
  };
}

/** Exactly the document's three fields. */
export function planRequired(url: string): ApiError {
  return new ApiError(
    'plan_required',
    'News and monitoring need a paid plan. A human can choose one at the URL; nothing was bought.',
    { url },
  );
}

/** Each operation beside its handler: the two tables have the same shape, as the types prove. */
function pairs(table: object, handlers: object): [Operation, Handler][] {
  const implementations = new Map(Object.entries(handlers));
  return Object.entries(table).flatMap(([key, entry]): [Operation, Handler][] => {
    const implementation = implementations.get(key);
    return isOperation(entry) ? [[entry, implementation]] : pairs(entry, implementation);
  });
}
