import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';

/** What is known of a request under way. */
export interface AppEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    account?: string;
  };
}

/** What every surface adds its addresses to. */
export type App = Hono<AppEnv>;
