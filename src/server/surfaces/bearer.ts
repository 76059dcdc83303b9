import { ApiError } from '../domain/api-error.ts';
import type { Principal } from '../domain/context.ts';

/** Who a bearer token stands for; `undefined` for one that is unknown, expired or revoked. */
export type BearerVerifier = (token: string) => Promise<Principal | undefined>;

/** A request without valid credentials: 401 with a challenge (RFC 6750, section 3). */
export class Unauthorized extends ApiError {
  /** The value of `WWW-Authenticate`. */
  readonly challenge: string;

  constructor(message: string, challenge = 'Bearer') {
    super('unauthorized', message);
    this.challenge = challenge;
  }
}

/** @throws {Unauthorized} with this challenge when the `Authorization` header has no bearer token */
export function bearerToken(authorization: string | undefined, challenge?: string): string {
  if (authorization === undefined) {
    throw new Unauthorized('this needs an API key: Authorization: Bearer <key>', challenge);
  }
  const [, token] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  if (token !== undefined) return token;
  throw new Unauthorized('the Authorization header is not of the form Bearer <key>', challenge);
}

/** @throws {Unauthorized} with this challenge when the token stands for nobody */
export async function authenticateBearer(
  token: string,
  verify: BearerVerifier,
  challenge = 'Bearer error="invalid_token"',
): Promise<Principal> {
  const caller = await verify(token);
  if (caller) return caller;
  throw new Unauthorized('the API key or token is unknown, has expired or was revoked', challenge);
}
