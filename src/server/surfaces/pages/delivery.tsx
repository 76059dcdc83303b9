import { Hono } from 'hono';
import type { Channel, WebhookDelivery } from '../../../contract/delivery.ts';
import type { InputOf, Operation, OutputOf } from '../../../contract/operation.ts';
import { operations } from '../../../contract/operations.ts';
import { ApiError } from '../../domain/api-error.ts';
import type { Service } from '../../domain/service.ts';
import type { App } from '../shared/hono-app.ts';
import { DeliveryPage } from './delivery-page.tsx';
import { ErrorPage } from './error-page.tsx';
import { takeFlash } from './flash-message.ts';
import { formAction, type PageContext, signedIn } from './page-handlers.ts';
import type { PageSession } from './page-session.ts';

const path = '/settings/delivery';
const { delivery, monitors } = operations;

/** Settings, Delivery: the connections and their recent deliveries. */
export function deliveryRoutes(context: PageContext): App {
  const { service } = context;
  const app: App = new Hono();

  app.get(
    path,
    signedIn(context, async (c, session) => {
      const flash = await takeFlash(c, session);
      try {
        const { channels, webhook_deliveries } = await call(service, delivery.get, {}, session);
        const monitorList = await call(service, monitors.list, {}, session);
        const connections = channels.map((channel) => ({
          channel,
          scope: scopeOf(channel, monitorList.monitors),
          deliveries: webhook_deliveries.filter(({ channel_id }) => channel_id === channel.id),
        }));
        return c.html(<DeliveryPage session={session} flash={flash} connections={connections} />);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'plan_required') throw error;
        return c.html(<PlanRequiredPage session={session} />, 402);
      }
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
  return app;
}

async function call<Op extends Operation>(
  service: Service,
  operation: Op,
  input: InputOf<Op>,
  session: PageSession,
): Promise<OutputOf<Op>> {
  const { value } = await service.call(operation, () => input, session);
  return value as OutputOf<Op>;
}

function scopeOf({ monitor_id }: Channel, all: readonly { id: string; title: string }[]): string {
  if (monitor_id === null) return 'All your monitors, including future ones';
  return all.find(({ id }) => id === monitor_id)?.title ?? `Monitor ${monitor_id}`;
}

function testMessage({ status, last_status_code, last_error }: WebhookDelivery) {
  const response = last_status_code === null ? '' : ` (HTTP ${last_status_code})`;
  if (status === 'delivered') return `The test was delivered${response}.`;
  return { kind: 'failed' as const, text: `The test was not delivered: ${last_error ?? status}` };
}

function PlanRequiredPage({ session }: { session: PageSession }) {
  return (
    <ErrorPage title="Delivery needs a plan" session={session}>
      <p>
        News, monitors and webhooks need a plan. <a href="/pricing">Turn it on</a> under Pricing;
        nothing is charged.
      </p>
    </ErrorPage>
  );
}
