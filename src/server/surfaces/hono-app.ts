import type { Hono } from 'hono';

/** What every surface adds its addresses to, and what is known of a request under way. */
export type App = Hono<{
  Variables: {
    requestId: string;
    account?: string;
  };
}>;
