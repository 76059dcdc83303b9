import { Hono } from 'hono';
import { fieldsOf } from '../../../contract/field.ts';
import { operations } from '../../../contract/operations.ts';
import { ApiError } from '../../domain/api-error.ts';
import type { App } from '../shared/hono-app.ts';
import { errorText } from './error-words.ts';
import { setFlash, takeFlash } from './flash-message.ts';
import { call, type Form, formPost, type PageContext, signedIn } from './page-handlers.ts';
import type { PageSession } from './page-session.ts';
import { pagePaths } from './paths.ts';
import { ProfilePage } from './profile-page.tsx';

const path = pagePaths.profile;
const { briefings, profile } = operations;

/** Settings, Profile: name, time zone, language and briefings. */
export function profileRoutes(context: PageContext): App {
  const { service } = context;
  const app: App = new Hono();

  const latestBriefing = async (session: PageSession) => {
    const list = await call(service, briefings.list, { limit: 1 }, session);
    return list.briefings[0];
  };

  app.get(
    path,
    signedIn(context, async (c, session) =>
      c.html(
        <ProfilePage
          session={session}
          flash={await takeFlash(c, session)}
          values={session.account}
          briefing={await latestBriefing(session)}
        />,
      ),
    ),
  );

  app.post(
    path,
    formPost(context, async (c, session, form) => {
      try {
        await service.call(profile.update, () => profileFields(form), session);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // Not a redirect, so that what was entered is not lost.
        const page = (
          <ProfilePage
            session={session}
            flash={{ kind: 'failed', text: errorText(error) }}
            values={{ ...session.account, ...form }}
            briefing={await latestBriefing(session)}
          />
        );
        return c.html(page, 400);
      }
      await setFlash(c, session, { kind: 'done', text: 'The profile was saved.' });
      return c.redirect(path, 303);
    }),
  );
  return app;
}

function profileFields(form: Form): Form {
  const names = fieldsOf(profile.update).map(({ name }) => name);
  return Object.fromEntries(Object.entries(form).filter(([name]) => names.includes(name)));
}
