import type { Handler } from 'hono';
import { ApiError } from '../../domain/api-error.ts';
import { redactPath } from './redact-path.ts';

/** A handler for the methods that a path does not support. */
export function methodNotAllowed(...supported: readonly string[]): Handler {
  return (c) => {
    c.header('allow', supported.join(', '));
    const path = redactPath(c.req.path);
    throw new ApiError('method_not_allowed', `${path} supports ${supported.join(' and ')} only`);
  };
}
