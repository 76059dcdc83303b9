import type { Context } from 'hono';
import { ApiError } from '../../domain/api-error.ts';
import type { Principal } from '../../domain/context.ts';
import type { AppEnv } from './hono-app.ts';

/** Returns the principal of a bearer token; `undefined` if it is unknown, expired or revoked. */
export type BearerVerifier = (token: string) => Promise<Principal | undefined>;

/**
 * Returns the principal of a request's token, as {@link Service.authenticate} does.
 *
 * @throws {RateLimitedError} if the token is wrong and its address has tried too many, or if it is valid
 *   and has too many requests
 */
export type Authenticate = (
  c: Context<AppEnv>,
  token: string,
  surface?: { audience: string },
) => Promise<Principal | undefined>;

/** A request without valid credentials: 401 with a challenge (RFC 6750, section 3). */
export class UnauthorizedError extends ApiError {
  /** The value of `WWW-Authenticate`. */
  readonly challenge: string;

  constructor(message: string, challenge = 'Bearer') {
    super('unauthorized', message);
    this.challenge = challenge;
  }
}

/** @throws {UnauthorizedError} if the `Authorization` header holds no bearer token */
export function bearerToken(authorization: string | undefined, challenge?: string): string {
  if (authorization === undefined) {
    throw new UnauthorizedError('an API key is required: Authorization: Bearer <key>', challenge);
  }
  const [, token] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  if (token !== undefined) return token;
  throw new UnauthorizedError(
    'the Authorization header must have the form Bearer <key>',
    challenge,
  );
}

/** @throws {UnauthorizedError} if the token is not valid */
export async function authenticateBearer(
  token: string,
  verify: BearerVerifier,
  challenge = 'Bearer error="invalid_token"',
): Promise<Principal> {
  const principal = await verify(token);
  if (principal) return principal;
  throw new UnauthorizedError(
    'the API key or token is unknown, has expired or was revoked',
    challenge,
  );
}
