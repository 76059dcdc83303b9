import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { deleteCookie, generateCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import { type SignIn, sessionLifetime } from '../../domain/accounts/sign-in.ts';
import { ApiError } from '../../domain/api-error.ts';
import type { AccountRecord } from '../../store/store.ts';
import type { ClientAddresses } from '../shared/client-addresses.ts';
import type { AppEnv } from '../shared/hono-app.ts';
import type { SecretChecks } from '../shared/secret-checks.ts';
import { cookieOptions } from './cookie-options.ts';

const cookieName = 'newswatch_session';

/** Cookie with the path and query that the user returns to after signing in. */
const nextCookie = 'newswatch_next';

/** Seconds. */
const nextCookieLifetime = 30 * 60;

/** A signed-in browser. */
export interface PageSession {
  account: AccountRecord;
  /** The value of the session cookie. */
  secret: string;
  /** CSRF token: proves that a form comes from a page of this session. */
  formToken: string;
  /** Whether the pages are served over HTTPS. */
  secure: boolean;
}

/** The dependencies of {@link pageSessionOf}. */
export interface SessionContext {
  signIn: SignIn;
  secretChecks: SecretChecks;
  addresses: ClientAddresses;
  /** Whether the pages are served over HTTPS. */
  secure: boolean;
}

/** @throws {RateLimitedError} if the session is unknown and its address tried too many secrets */
export async function pageSessionOf(
  { incoming }: HttpBindings,
  { signIn, secretChecks, addresses, secure }: SessionContext,
): Promise<PageSession | undefined> {
  const secret = cookieOf(incoming, cookieName, secure);
  if (!secret) return undefined;
  const lookUp = () => signIn.accountOf(secret);
  const account = await secretChecks.check(addresses.of(incoming), secret, lookUp);
  return account && { account, secret, formToken: formTokenOf(secret), secure };
}

export function setSessionCookie(c: Context, secret: string, secure: boolean): void {
  setCookie(c, cookieName, secret, cookieOptions(secure, sessionLifetime / 1000));
}

export function deleteSessionCookie(c: Context, { secure }: PageSession): void {
  deleteCookie(c, cookieName, cookieOptions(secure, 0));
}

/** The `Set-Cookie` header that lets the user return to this URL after signing in. */
export function nextCookieHeader({ url = '' }: IncomingMessage, secure: boolean): string {
  const value = Buffer.from(url).toString('base64url');
  return generateCookie(nextCookie, value, cookieOptions(secure, nextCookieLifetime));
}

/** Redirects a browser without a session to the sign-in page and back; returns whether it did. */
export async function redirectToSignIn(
  exchange: HttpBindings,
  context: SessionContext,
): Promise<boolean> {
  if (await pageSessionOf(exchange, context)) return false;
  const { incoming, outgoing } = exchange;
  const headers = {
    location: '/sign-in',
    'set-cookie': nextCookieHeader(incoming, context.secure),
  };
  outgoing.writeHead(303, headers).end();
  return true;
}

/** Returns the path and query to continue at after signing in, and deletes their cookie. */
export function takeNext(c: Context<AppEnv>, secure: boolean): string {
  const value = cookieOf(c.env.incoming, nextCookie, secure) ?? '';
  deleteCookie(c, nextCookie, cookieOptions(secure, 0));
  return Buffer.from(value, 'base64url').toString();
}

function cookieOf({ headers }: IncomingMessage, name: string, secure: boolean): string | undefined {
  const fullName = (secure ? '__Host-' : '') + name;
  return parse(headers.cookie ?? '', fullName)[fullName];
}

/** @throws {ApiError} `forbidden` if the token does not belong to the session */
export function assertFormToken({ formToken }: PageSession, token = ''): void {
  const expected = Buffer.from(formToken);
  const actual = Buffer.from(token);
  if (actual.length === expected.length && timingSafeEqual(actual, expected)) return;
  throw new ApiError(
    'forbidden',
    'the form does not belong to this session; go back and reload the page',
  );
}

/** Derived from the secret, so that it need not be stored. */
function formTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('form').digest('base64url');
}
