import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { type SignIn, sessionLifetime } from '../../domain/accounts/sign-in.ts';
import { ApiError } from '../../domain/api-error.ts';
import type { AccountRecord } from '../../store/store.ts';

const cookieName = 'newswatch_session';

/** A human who is signed in, in one browser. */
export interface Visitor {
  account: AccountRecord;
  /** The secret of the browser's session. */
  session: string;
  /** What every form has to carry: only a page of this session knows it. */
  formToken: string;
}

export async function visitorOf(c: Context, signIn: SignIn): Promise<Visitor | undefined> {
  const session = getCookie(c, cookieName);
  const account = session && (await signIn.accountOf(session));
  return account ? { account, session, formToken: formTokenOf(session) } : undefined;
}

export function keepSession(c: Context, session: string, secure: boolean): void {
  const maxAge = sessionLifetime / 1000;
  setCookie(c, cookieName, session, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge, secure });
}

export function forgetSession(c: Context): void {
  deleteCookie(c, cookieName, { path: '/' });
}

/** @throws {ApiError} `forbidden` for a form that is not of this session */
export function assertFormToken({ formToken }: Visitor, given: unknown): void {
  const expected = Buffer.from(formToken);
  const actual = Buffer.from(typeof given === 'string' ? given : '');
  if (actual.length === expected.length && timingSafeEqual(actual, expected)) return;
  throw new ApiError(
    'forbidden',
    'The form is not from a page of this session: go back and reload it',
  );
}

/** Derived, so that nothing has to be stored: without the session's secret nobody can make it. */
function formTokenOf(session: string): string {
  return createHmac('sha256', session).update('form').digest('base64url');
}
