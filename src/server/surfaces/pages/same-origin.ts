import type { MiddlewareHandler } from 'hono';
import { ApiError } from '../../domain/api-error.ts';
import type { AppEnv } from '../shared/hono-app.ts';

/**
 * Rejects everything but reading that does not come from a form of these pages: from another origin
 * or from none, or with a body that is not a form.
 */
export function formsOfThisOriginOnly(origin: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const site = c.req.header('sec-fetch-site') ?? 'same-origin';
    if (c.req.header('origin') !== origin || site !== 'same-origin') {
      throw new ApiError('forbidden', 'the form was sent from another site');
    }
    const type = c.req.header('content-type') ?? '';
    if (c.req.method === 'POST' && !/^application\/x-www-form-urlencoded *(;|$)/i.test(type)) {
      throw new ApiError('unsupported_media_type', 'the body must be a form (URL-encoded)');
    }
    return next();
  };
}
