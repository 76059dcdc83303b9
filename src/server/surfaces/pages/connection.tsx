import { Hono } from 'hono';
import { operations } from '../../../contract/operations.ts';
import { ApiError } from '../../domain/api-error.ts';
import type { App } from '../shared/hono-app.ts';
import { connectionPath } from './connection-card.tsx';
import { type ConnectionValues, changedIn, valuesIn } from './connection-form.tsx';
import { ConnectionPage } from './connection-page.tsx';
import { connectable, monitorsOf, notCovered, scopesOf, withSubjects } from './delivery-data.ts';
import { asSentence } from './error-words.ts';
import { type FlashMessage, setFlash, takeFlash } from './flash-message.ts';
import { connectionErrors } from './form-errors.ts';
import { call, formPost, type PageContext, signedIn } from './page-handlers.ts';
import type { PageSession } from './page-session.ts';
import { cursorPages, pageSize } from './pager.tsx';
import { pagePaths } from './paths.ts';

const { delivery } = operations;

interface Shown {
  flash?: FlashMessage | undefined;
  cursor?: string | undefined;
  values?: ConnectionValues;
  errors?: Readonly<Record<string, string>>;
}

/** Settings, Delivery: one connection, its signing secret and its events. */
export function connectionRoutes(context: PageContext): App {
  const { service } = context;
  const app: App = new Hono();

  async function page(session: PageSession, id: string, shown: Shown) {
    const { flash, cursor, values, errors } = shown;
    const input = { channel_id: id, limit: pageSize, ...(cursor && { cursor }) };
    const found = await call(service, delivery.get, input, session);
    const monitors = await monitorsOf(context, session);
    const [channel] = found.channels;
    const permitted = await connectable(context, session, monitors);
    return (
      <ConnectionPage
        session={session}
        flash={flash}
        channel={channel}
        notes={channel ? notCovered(channel, monitors).map(asSentence) : []}
        values={values}
        errors={errors}
        monitors={channel ? scopesOf(channel, permitted, monitors) : []}
        deliveries={withSubjects(found.webhook_deliveries, monitors)}
        pages={cursorPages(connectionPath(id), { cursor, next_cursor: found.next_cursor })}
      />
    );
  }

  app.get(
    pagePaths.connection,
    signedIn(context, async (c, session) => {
      const flash = await takeFlash(c, session);
      const cursor = c.req.query('cursor');
      return c.html(await page(session, c.req.param('id') ?? '', { flash, cursor }));
    }),
  );

  app.post(
    pagePaths.editConnection,
    formPost(context, async (c, session, form) => {
      const { id = '' } = form;
      try {
        const { webhook_url, name, monitor_id } = changedIn(form);
        const changes = {
          ...(webhook_url !== undefined && { webhook_url: webhook_url.trim() }),
          ...(name !== undefined && { name: name || null }),
          ...(monitor_id !== undefined && { monitor_id: monitor_id || null }),
        };
        await call(service, delivery.set, { channel_id: id, ...changes }, session);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code === 'plan_required') throw error;
        const { flash, errors } = connectionErrors(error);
        return c.html(await page(session, id, { flash, values: valuesIn(form), errors }), 400);
      }
      await setFlash(c, session, { kind: 'done', text: 'The connection was saved.' });
      return c.redirect(connectionPath(id), 303);
    }),
  );

  app.post(
    pagePaths.rotateSecret,
    formPost(context, async (c, session, { id = '', previous_valid_hours = '', replace }) => {
      try {
        const input = {
          channel_id: id,
          // Any other text is refused as a number that is out of range.
          previous_valid_hours: /^\d{1,3}$/.test(previous_valid_hours)
            ? Number(previous_valid_hours)
            : -1,
          ...(replace && { replace: true }),
        };
        const { signing_secret } = await call(service, delivery.rotate_secret, input, session);
        const text = 'The new signing secret. Copy it now: it is shown only once.';
        await setFlash(c, session, { kind: 'done', text, key: signing_secret });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code === 'plan_required') throw error;
        // A redirect would replace the message of another rotation, which shows its secret.
        const { flash } = connectionErrors(error);
        return c.html(await page(session, id, { flash }), 400);
      }
      return c.redirect(connectionPath(id), 303);
    }),
  );
  return app;
}
