import { Hono } from 'hono';
import type { Channel } from '../../../contract/channel.ts';
import { operations } from '../../../contract/operations.ts';
import { hasPlan } from '../../domain/accounts/is-entitled.ts';
import { ApiError } from '../../domain/api-error.ts';
import type { App } from '../shared/hono-app.ts';
import { connectionPath } from './connection-card.tsx';
import { type ConnectionValues, noValues, valuesIn } from './connection-form.tsx';
import { connectable, connectionName, monitorsOf, scopeOf, withSubjects } from './delivery-data.ts';
import { type DeliveryDetails, DeliveryPage } from './delivery-page.tsx';
import { outcomeMessage } from './delivery-words.ts';
import { type FlashMessage, setFlash, takeFlash } from './flash-message.ts';
import { connectionErrors } from './form-errors.ts';
import { call, formAction, formPost, type PageContext, signedIn } from './page-handlers.ts';
import type { PageSession } from './page-session.ts';
import { cursorPages, pageSize } from './pager.tsx';
import { pagePaths } from './paths.ts';

const path = pagePaths.delivery;
const { delivery } = operations;

/** Settings, Delivery: the connections, a form for new ones, and all events. */
export function deliveryRoutes(context: PageContext): App {
  const { service, settings } = context;
  const app: App = new Hono();

  async function page(
    session: PageSession,
    flash: FlashMessage | undefined,
    { cursor, ...form }: { cursor?: string | undefined } & Partial<RejectedForm> = {},
  ) {
    if (!hasPlan(session.account)) {
      const channels = await settings.connections(session.account);
      const titles = await settings.monitorTitles(session.account);
      const connections = channels.map((channel) => ({ channel, scope: scopeOf(channel, titles) }));
      return <DeliveryPage session={session} flash={flash} connections={connections} />;
    }
    const monitors = await monitorsOf(context, session);
    const input = { limit: pageSize, ...(cursor && { cursor }) };
    const found = await call(service, delivery.get, input, session);
    const details: DeliveryDetails = {
      counts: await settings.deliveryCounts(session.account),
      deliveries: withSubjects(found.webhook_deliveries, monitors).map((each) => ({
        ...each,
        connection: connectionName(each, found.channels),
      })),
      pages: cursorPages(path, { cursor, next_cursor: found.next_cursor }),
      form: {
        values: form.values ?? noValues,
        errors: form.errors ?? {},
        monitors: await connectable(context, session, monitors),
      },
    };
    const connections = found.channels.map((channel) => ({
      channel,
      scope: scopeOf(channel, monitors),
    }));
    return (
      <DeliveryPage session={session} flash={flash} connections={connections} details={details} />
    );
  }

  app.get(
    path,
    signedIn(context, async (c, session) => {
      const flash = await takeFlash(c, session);
      return c.html(await page(session, flash, { cursor: c.req.query('cursor') }));
    }),
  );

  app.post(
    pagePaths.connect,
    formPost(context, async (c, session, form) => {
      const values = valuesIn(form);
      try {
        const { webhook_url, name, monitor_id } = values;
        const input = {
          platform: 'webhook' as const,
          webhook_url: webhook_url.trim(),
          ...(name && { name }),
          ...(monitor_id && { monitor_id }),
        };
        const { channel, signing_secret } = await call(service, delivery.connect, input, session);
        const text = 'Connected. Copy its signing secret now: it is shown only once.';
        await setFlash(c, session, { kind: 'done', text, key: signing_secret });
        return c.redirect(connectionPath(channel.id), 303);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // A redirect would lose the submitted values, and replace an earlier message that shows a secret.
        const { flash, errors } = connectionErrors(error);
        return c.html(await page(session, flash, { values, errors }), 400);
      }
    }),
  );

  app.post(
    pagePaths.testConnection,
    formAction(context, path, async (session, { id = '' }) => {
      const test = await call(service, delivery.test, { channel_id: id }, session);
      return outcomeMessage('test', test.webhook_delivery);
    }),
  );

  const setStatus = (status: Exclude<Channel['status'], 'ended'>, text: string) =>
    formAction(context, path, async (session, { id = '' }) => {
      await call(service, delivery.set, { channel_id: id, status }, session);
      return text;
    });
  app.post(
    pagePaths.disableConnection,
    setStatus('disabled', 'Disabled. Queued deliveries were stopped.'),
  );
  app.post(
    pagePaths.enableConnection,
    setStatus('active', 'Enabled. New alerts will be delivered.'),
  );
  app.post(
    pagePaths.pauseConnection,
    setStatus('paused', 'Paused. Events are kept for seven days.'),
  );
  app.post(
    pagePaths.resumeConnection,
    setStatus('active', 'Resumed. The events that were kept are sent.'),
  );

  app.post(
    pagePaths.removeConnection,
    formAction(context, path, async (session, { id = '' }) => {
      await call(service, delivery.disconnect, { channel_id: id }, session);
      return 'Removed. Queued deliveries were stopped.';
    }),
  );
  return app;
}

interface RejectedForm {
  values: ConnectionValues;
  errors: Readonly<Record<string, string>>;
}
