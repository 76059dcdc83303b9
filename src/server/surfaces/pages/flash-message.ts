import type { Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { cookieOptions } from './cookie-options.ts';
import type { PageSession } from './page-session.ts';

/** The outcome of a form submission, shown once on the next page. */
export interface FlashMessage {
  kind: 'done' | 'failed';
  text: string;
  /** A new API key or signing secret. */
  key?: string;
}

const cookieName = 'newswatch_flash';

/**
 * Stores a message for the page after a redirect in a signed cookie: another process may serve that
 * page, and the message may contain an API key, which the server does not store.
 */
export async function setFlash(
  c: Context,
  { secret, secure }: PageSession,
  message: FlashMessage,
): Promise<void> {
  const text = JSON.stringify(message);
  await setSignedCookie(c, cookieName, text, secret, cookieOptions(secure, 60));
}

/** Returns the message and removes it. */
export async function takeFlash(
  c: Context,
  { secret, secure }: PageSession,
): Promise<FlashMessage | undefined> {
  const options = cookieOptions(secure, 0);
  const text = await getSignedCookie(c, secret, cookieName, secure ? 'host' : undefined);
  if (text !== undefined) deleteCookie(c, cookieName, options);
  return text ? (JSON.parse(text) as FlashMessage) : undefined;
}
