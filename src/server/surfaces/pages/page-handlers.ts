import type { Context } from 'hono';
import type { InputOf, Operation, OutputOf } from '../../../contract/operation.ts';
import type { SettingsService } from '../../domain/accounts/settings-service.ts';
import { ApiError } from '../../domain/api-error.ts';
import type { Service } from '../../domain/service.ts';
import type { AuthorizationServer } from '../oauth/authorization-server.ts';
import type { AppEnv } from '../shared/hono-app.ts';
import { readBody } from '../shared/request-body.ts';
import { errorText } from './error-words.ts';
import { type FlashMessage, setFlash } from './flash-message.ts';
import { pageLimits } from './limits.ts';
import {
  assertFormToken,
  nextCookieHeader,
  type PageSession,
  pageSessionOf,
  type SessionContext,
} from './page-session.ts';

/** Dependencies of the pages. */
export interface PageContext extends SessionContext {
  baseUrl: string;
  service: Service;
  settings: SettingsService;
  authorization: AuthorizationServer;
}

type HonoContext = Context<AppEnv>;
type PageResponse = Response | Promise<Response>;
export type Form = Readonly<Record<string, string>>;

/** A handler for signed-in users; everyone else is redirected to the sign-in page first. */
export function signedIn(
  context: PageContext,
  handle: (c: HonoContext, session: PageSession) => PageResponse,
) {
  return async (c: HonoContext): Promise<Response> => {
    const session = await pageSessionOf(c.env, context);
    if (!session) {
      if (c.req.method === 'GET') {
        c.header('set-cookie', nextCookieHeader(c.env.incoming, context.secure));
      }
      return c.redirect('/sign-in', 303);
    }
    c.set('account', session.account.id);
    return handle(c, session);
  };
}

/** A handler for a submitted form, called after the form token was checked. */
export function formPost(
  context: PageContext,
  handle: (c: HonoContext, session: PageSession, form: Form) => PageResponse,
) {
  return signedIn(context, async (c, session) => {
    const form = await readForm(c);
    assertFormToken(session, form['form_token']);
    return handle(c, session, form);
  });
}

/** A handler for a form that changes something; `page` then shows the returned message. */
export function formAction(
  context: PageContext,
  page: string,
  act: (session: PageSession, form: Form) => Promise<string | FlashMessage>,
) {
  return formPost(context, async (c, session, form) => {
    const result = await act(session, form).catch((error: unknown): FlashMessage => {
      if (error instanceof ApiError) return { kind: 'failed', text: errorText(error) };
      throw error;
    });
    const message = typeof result === 'string' ? { kind: 'done' as const, text: result } : result;
    await setFlash(c, session, message);
    return c.redirect(page, 303);
  });
}

/** Calls an operation as the signed-in user. */
export async function call<Op extends Operation>(
  service: Service,
  operation: Op,
  input: InputOf<Op>,
  session: PageSession,
): Promise<OutputOf<Op>> {
  const { value } = await service.call(operation, () => input, session);
  return value as OutputOf<Op>;
}

/** The fields of a form without files. */
export async function readForm(c: HonoContext): Promise<Form> {
  const body = await readBody(c, pageLimits.maxFormBytes);
  return Object.fromEntries(new URLSearchParams(body.toString()));
}
