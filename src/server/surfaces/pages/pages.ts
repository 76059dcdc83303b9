import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import type { SettingsService } from '../../domain/accounts/settings-service.ts';
import type { SignIn } from '../../domain/accounts/sign-in.ts';
import { ApiError } from '../../domain/api-error.ts';
import type { Service } from '../../domain/service.ts';
import type { SessionStore } from '../../store/store.ts';
import type { AuthorizationServer } from '../oauth/authorization-server.ts';
import { readBody } from '../read-body.ts';
import type { Flash, Flashes } from './flashes.ts';
import { assertFormToken, type Visitor, visitorOf } from './visitor.ts';

export interface PagesOptions {
  baseUrl: string;
  sessions: SessionStore;
  service: Service;
  settings: SettingsService;
  signIn: SignIn;
  authorization: AuthorizationServer;
}

/** What every page works with. */
export interface Pages extends PagesOptions {
  flashes: Flashes;
  /** Whether cookies are kept to https. */
  secure: boolean;
}

export interface PagesEnv {
  Bindings: HttpBindings;
  Variables: {
    /** For the log. */
    account?: string;
    /** Where a form of this page may lead besides this origin. */
    formTarget?: string;
  };
}

type PageContext = Context<PagesEnv>;
type Answer = Response | Promise<Response>;

/** The cookie that brings a human back to the page that asked to sign in. */
export const nextCookie = 'newswatch_next';

/** A page for a human who is signed in; anybody else is asked to sign in first, and comes back. */
export function signedIn(pages: Pages, show: (c: PageContext, visitor: Visitor) => Answer) {
  return async (c: PageContext): Promise<Response> => {
    const visitor = await visitorOf(c, pages.signIn);
    if (!visitor) {
      const { secure } = pages;
      const next = { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 1800, secure } as const;
      if (c.req.method === 'GET') setCookie(c, nextCookie, c.req.path, next);
      return c.redirect('/sign-in', 303);
    }
    c.set('account', visitor.account.id);
    return show(c, visitor);
  };
}

type Form = Readonly<Record<string, string>>;

/** A form's post, once it is known to come from a page of the visitor's session. */
export function posted(
  pages: Pages,
  take: (c: PageContext, visitor: Visitor, form: Form) => Answer,
) {
  return signedIn(pages, async (c, visitor) => {
    const form = await formOf(c);
    assertFormToken(visitor, form['form_token']);
    return take(c, visitor, form);
  });
}

/** A form that changes something and leads back to a page, which says what came of it. */
export function action(
  pages: Pages,
  page: string,
  carryOut: (visitor: Visitor, form: Form) => Promise<Flash>,
) {
  return posted(pages, async (c, visitor, form) => {
    const flash = await carryOut(visitor, form).catch(flashOf);
    await pages.flashes.leave(visitor.session, flash);
    return c.redirect(page, 303);
  });
}

/** Bytes; a form of ours is a small part of it. */
const largestForm = 64 * 1024;

/** The fields of a form, sent as a page without a file sends it. */
export async function formOf(c: Context): Promise<Form> {
  const bytes = await readBody(c.req, largestForm);
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
}

function flashOf(error: unknown): Flash {
  if (error instanceof ApiError) return { kind: 'failed', text: error.message };
  throw error;
}
