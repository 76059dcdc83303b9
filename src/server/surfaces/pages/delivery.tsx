import { Hono } from 'hono';
import type { Channel } from '../../../contract/channel.ts';
import { operations } from '../../../contract/operations.ts';
import type { WebhookDelivery } from '../../../contract/webhook-delivery.ts';
import type { App } from '../shared/hono-app.ts';
import { DeliveryPage } from './delivery-page.tsx';
import { takeFlash } from './flash-message.ts';
import { call, formAction, type PageContext, signedIn } from './page-handlers.ts';

const path = '/settings/delivery';
const { delivery, monitors } = operations;

interface MonitorTitle {
  id: string;
  title: string;
}

/** Settings, Delivery: the connections and their recent deliveries. */
export function deliveryRoutes(context: PageContext): App {
  const { service, settings } = context;
  const app: App = new Hono();

  app.get(
    path,
    signedIn(context, async (c, session) => {
      const flash = await takeFlash(c, session);
      if (session.account.plan !== 'active') {
        const channels = await settings.connections(session.account);
        const connections = channels.map((channel) => ({ channel, scope: scopeOf(channel, []) }));
        return c.html(<DeliveryPage session={session} flash={flash} connections={connections} />);
      }
      const { channels, webhook_deliveries } = await call(service, delivery.get, {}, session);
      const monitorList = await call(service, monitors.list, {}, session);
      const connections = channels.map((channel) => ({
        channel,
        scope: scopeOf(channel, monitorList.monitors),
        deliveries: webhook_deliveries
          .filter(({ channel_id }) => channel_id === channel.id)
          .map((each) => ({ ...each, subject: subjectOf(each, monitorList.monitors) })),
      }));
      return c.html(<DeliveryPage session={session} flash={flash} connections={connections} />);
    }),
  );

  app.post(
    `${path}/test`,
    formAction(context, path, async (session, { id = '' }) => {
      const test = await call(service, delivery.test, { channel_id: id }, session);
      return testMessage(test.webhook_delivery);
    }),
  );

  const setStatus = (status: Exclude<Channel['status'], 'ended'>, text: string) =>
    formAction(context, path, async (session, { id = '' }) => {
      await call(service, delivery.set, { channel_id: id, status }, session);
      return text;
    });
  app.post(`${path}/disable`, setStatus('disabled', 'Disabled. Queued deliveries were stopped.'));
  app.post(`${path}/enable`, setStatus('active', 'Enabled. New alerts will be delivered.'));
  app.post(`${path}/pause`, setStatus('paused', 'Paused. Events are kept for seven days.'));
  app.post(`${path}/resume`, setStatus('active', 'Resumed. The events that were kept are sent.'));

  app.post(
    `${path}/remove`,
    formAction(context, path, async (session, { id = '' }) => {
      await call(service, delivery.disconnect, { channel_id: id }, session);
      return 'Removed. Queued deliveries were stopped.';
    }),
  );
  return app;
}

function scopeOf({ monitor_id, not_covered }: Channel, all: readonly MonitorTitle[]): string {
  const scope =
    monitor_id === null ? 'All your monitors, including future ones' : titleOf(monitor_id, all);
  if (not_covered.length === 0) return scope;
  const titles = not_covered.map((each) => titleOf(each.monitor_id, all)).join(', ');
  return `${scope} · not sent, because the webhook permission of the team is missing: ${titles}`;
}

/** What the event of a delivery is about. */
function subjectOf({ monitor_id }: WebhookDelivery, all: readonly MonitorTitle[]): string {
  return monitor_id === null ? 'Test' : titleOf(monitor_id, all);
}

/** The title of a monitor; its id if the monitor was deleted. */
function titleOf(monitorId: string, all: readonly MonitorTitle[]): string {
  return all.find(({ id }) => id === monitorId)?.title ?? `Monitor ${monitorId}`;
}

function testMessage({ status, last_status_code, last_error }: WebhookDelivery) {
  const response = last_status_code === null ? '' : ` (HTTP ${last_status_code})`;
  if (status === 'delivered') return `The test was delivered${response}.`;
  return { kind: 'failed' as const, text: `The test was not delivered: ${last_error ?? status}` };
}
