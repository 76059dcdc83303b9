import type { Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import type { PageSession } from './page-session.ts';

/** The outcome of a form submission, shown once on the next page. */
export interface FlashMessage {
  kind: 'done' | 'failed';
  text: string;
  /** A new API key. */
  key?: string;
}

const cookieName = 'newswatch_flash';

/**
 * Stores a message for the page after a redirect in a signed cookie: another process may serve that
 * page, and the message may contain an API key, which the server does not store.
 *
 * @param secure whether the cookie is limited to HTTPS
 */
export async function setFlash(
  c: Context,
  { secret }: PageSession,
  message: FlashMessage,
  secure: boolean,
): Promise<void> {
  const options = { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 60, secure } as const;
  await setSignedCookie(c, cookieName, JSON.stringify(message), secret, options);
}

/** Returns the message and removes it. */
export async function takeFlash(
  c: Context,
  { secret }: PageSession,
): Promise<FlashMessage | undefined> {
  const text = await getSignedCookie(c, secret, cookieName);
  if (text !== undefined) deleteCookie(c, cookieName, { path: '/' });
  return text ? (JSON.parse(text) as FlashMessage) : undefined;
}
