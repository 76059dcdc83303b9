import { Hono } from 'hono';
import type { Channel, WebhookDelivery } from '../../../contract/delivery.ts';
import type { InputOf, Operation, OutputOf } from '../../../contract/operation.ts';
import { operations } from '../../../contract/operations.ts';
import { ApiError } from '../../domain/api-error.ts';
import type { Service } from '../../domain/service.ts';
import { DeliveryPage } from './delivery-page.tsx';
import type { Flash } from './flashes.ts';
import { action, type Pages, type PagesEnv, signedIn } from './pages.ts';
import { ProblemPage } from './problem-page.tsx';
import type { Visitor } from './visitor.ts';

const path = '/settings/delivery';
const { delivery, monitors } = operations;

/** Settings → Delivery: the same functions as on every other surface, as a human. */
export function deliveryRoutes({ service, ...rest }: Pages): Hono<PagesEnv> {
  const pages = { service, ...rest };
  const app = new Hono<PagesEnv>();

  app.get(
    path,
    signedIn(pages, async (c, visitor) => {
      const flash = await pages.flashes.take(visitor.session);
      try {
        const { channels, webhook_deliveries } = await call(service, delivery.get, {}, visitor);
        const watched = await call(service, monitors.list, {}, visitor);
        const connections = channels.map((channel) => ({
          channel,
          scope: scopeOf(channel, watched.monitors),
          deliveries: webhook_deliveries.filter(({ channel_id }) => channel_id === channel.id),
        }));
        return c.html(<DeliveryPage visitor={visitor} flash={flash} connections={connections} />);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'plan_required') throw error;
        return c.html(<NeedsPlan visitor={visitor} />, 402);
      }
    }),
  );

  app.post(
    `${path}/test`,
    action(pages, path, async (visitor, { id = '' }) => {
      const test = await call(service, delivery.test, { channel_id: id }, visitor);
      return testFlash(test.webhook_delivery);
    }),
  );

  const setStatus = (status: Channel['status'], text: string) =>
    action(pages, path, async (visitor, { id = '' }) => {
      await call(service, delivery.set, { channel_id: id, status }, visitor);
      return { kind: 'done', text };
    });
  app.post(`${path}/disable`, setStatus('disabled', 'Disabled: what was queued for it stops.'));
  app.post(`${path}/enable`, setStatus('active', 'Enabled: new alerts go there from now on.'));
  return app;
}

async function call<Op extends Operation>(
  service: Service,
  operation: Op,
  input: InputOf<Op>,
  visitor: Visitor,
): Promise<OutputOf<Op>> {
  const { value } = await service.call(operation, input, visitor);
  return value as OutputOf<Op>;
}

/** What a connection covers, in words. */
function scopeOf(
  { monitor_id }: Channel,
  watched: readonly { id: string; title: string }[],
): string {
  if (monitor_id === null) return 'All your monitors, those made later too';
  return watched.find(({ id }) => id === monitor_id)?.title ?? `The monitor ${monitor_id}`;
}

function testFlash({ status, last_status_code, last_error }: WebhookDelivery): Flash {
  const answer = last_status_code === null ? '' : ` (HTTP ${last_status_code})`;
  if (status === 'delivered') return { kind: 'done', text: `The test was delivered${answer}.` };
  return { kind: 'failed', text: `The test was not delivered: ${last_error ?? status}` };
}

function NeedsPlan({ visitor }: { visitor: Visitor }) {
  return (
    <ProblemPage title="Delivery needs a plan" visitor={visitor}>
      <p>
        News and monitoring need a plan, and so do webhooks. <a href="/pricing">Switch it on</a>{' '}
        under Pricing; nothing is charged.
      </p>
    </ProblemPage>
  );
}
