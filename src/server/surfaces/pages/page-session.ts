import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { type SignIn, sessionLifetime } from '../../domain/accounts/sign-in.ts';
import { ApiError } from '../../domain/api-error.ts';
import type { AccountRecord } from '../../store/store.ts';

const cookieName = 'newswatch_session';

/** A signed-in browser. */
export interface PageSession {
  account: AccountRecord;
  /** The value of the session cookie. */
  secret: string;
  /** CSRF token: proves that a form comes from a page of this session. */
  formToken: string;
}

export async function pageSessionOf(c: Context, signIn: SignIn): Promise<PageSession | undefined> {
  const secret = getCookie(c, cookieName);
  const account = secret && (await signIn.accountOf(secret));
  return account ? { account, secret, formToken: formTokenOf(secret) } : undefined;
}

/** @param secure whether the cookie is limited to HTTPS */
export function setSessionCookie(c: Context, secret: string, secure: boolean): void {
  const maxAge = sessionLifetime / 1000;
  setCookie(c, cookieName, secret, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge, secure });
}

export function deleteSessionCookie(c: Context): void {
  deleteCookie(c, cookieName, { path: '/' });
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
