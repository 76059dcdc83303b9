import { Hono } from 'hono';
import { ApiError } from '../../domain/api-error.ts';
import type { App } from '../shared/hono-app.ts';
import { monitorsOf, subjectOf } from './delivery-data.ts';
import { eventPath } from './delivery-list.tsx';
import { outcomeMessage } from './delivery-words.ts';
import { errorText } from './error-words.ts';
import { EventPage } from './event-page.tsx';
import { type FlashMessage, setFlash, takeFlash } from './flash-message.ts';
import { formPost, type PageContext, signedIn } from './page-handlers.ts';
import { pagePaths } from './paths.ts';

/** Settings, Delivery: one event, its attempts, and sending it again. */
export function eventRoutes(context: PageContext): App {
  const { settings } = context;
  const app: App = new Hono();

  app.get(
    pagePaths.event,
    signedIn(context, async (c, session) => {
      const flash = await takeFlash(c, session);
      const event = await settings.event(session.account, c.req.param('id') ?? '');
      const monitors = await monitorsOf(context, session);
      const channels = await settings.connections(session.account);
      return c.html(
        <EventPage
          session={session}
          flash={flash}
          event={event}
          subject={subjectOf(event.delivery, monitors)}
          channel={channels.find(({ id }) => id === event.delivery.channel_id)}
        />,
      );
    }),
  );

  app.post(
    pagePaths.resendEvent,
    formPost(context, async (c, session, { id = '' }) => {
      // Refuses the ids of others before anything about them is shown.
      const before = (await settings.event(session.account, id)).delivery;
      const message = await settings.resend(session.account, id).then(
        ({ delivery }): FlashMessage => {
          const isUnchanged = delivery.last_attempt_at === before.last_attempt_at;
          return isUnchanged ? stillSending : outcomeMessage('event', delivery);
        },
        (error: unknown): FlashMessage => {
          if (error instanceof ApiError) return { kind: 'failed', text: errorText(error) };
          throw error;
        },
      );
      await setFlash(c, session, message);
      return c.redirect(eventPath(id), 303);
    }),
  );
  return app;
}

const stillSending: FlashMessage = {
  kind: 'done',
  text: 'The event is being sent. Reload the page to see the outcome.',
};
