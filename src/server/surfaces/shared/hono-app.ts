import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { TraceContext } from '../../../node/trace-context.ts';
import type { Exchange } from '../../testing/exchange.ts';
import type { BodyBudget } from './body-budget.ts';
import type { Place } from './concurrency-limit.ts';
import type { RequestQuota } from './request-rates.ts';

export interface AppEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** The caller's, or one that begins with this request. */
    trace: TraceContext;
    bodies: BodyBudget;
    /** The remainders of the rate limits that apply to the request. */
    quotas: RequestQuota[];
    /** The place of the request among the running ones of its address. */
    place: Place;
    /** Id of the authenticated account, for the log. */
    account?: string;
    /** Only if requests are recorded or have faults. */
    exchange?: Exchange;
    /** Another CSP source that a form of the page may redirect to. */
    formTarget?: string;
  };
}

/** The application that every surface adds its routes to. */
export type App = Hono<AppEnv>;
