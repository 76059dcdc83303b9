import type { DeliveryCounts } from '../../store/store.ts';
import { type Connection, ConnectionCard } from './connection-card.tsx';
import {
  ConnectionFields,
  type ConnectionValues,
  type DeliverableMonitor,
} from './connection-form.tsx';
import { DeliveryChart } from './delivery-chart.tsx';
import { DeliveryList, type ShownDelivery } from './delivery-list.tsx';
import type { FlashMessage } from './flash-message.ts';
import { FormToken, Layout } from './layout.tsx';
import type { PageSession } from './page-session.ts';
import { Pager } from './pager.tsx';
import { PlanNeeded } from './plan-needed.tsx';

interface DeliveryProps {
  session: PageSession;
  flash: FlashMessage | undefined;
  connections: readonly Connection[];
  /** Missing if the account has no plan. */
  details?: DeliveryDetails | undefined;
}

/** The parts of the page that need a plan. */
export interface DeliveryDetails {
  counts: DeliveryCounts;
  /** Those in progress first, then newest first. */
  deliveries: readonly ShownDelivery[];
  pages: { first?: string | undefined; next?: string | undefined };
  form: {
    values: ConnectionValues;
    errors: Readonly<Record<string, string>>;
    monitors: readonly DeliverableMonitor[];
  };
}

export function DeliveryPage({ session, flash, connections, details }: DeliveryProps) {
  return (
    <Layout title="Delivery" session={session} current="/settings/delivery" flash={flash}>
      <h1>Delivery</h1>
      {!details && (
        <p class="card">
          Delivery needs a plan. Without one, monitors do not run and nothing is sent; you can still
          disable and remove connections. <PlanNeeded account={session.account} />
        </p>
      )}
      {details && connections.length === 0 && <p class="lead">No webhook is connected yet.</p>}
      {connections.map(({ channel, scope }) => (
        <ConnectionCard session={session} channel={channel} scope={scope} />
      ))}
      {details && <ConnectForm session={session} form={details.form} />}
      {details && <DeliveryChart counts={details.counts} />}
      {details && (
        <section class="card" aria-labelledby="events">
          <h2 id="events">Events</h2>
          <DeliveryList deliveries={details.deliveries} />
          <Pager label="Pages of events" {...details.pages} />
        </section>
      )}
    </Layout>
  );
}

function ConnectForm({ session, form }: { session: PageSession; form: DeliveryDetails['form'] }) {
  return (
    <section class="card" aria-labelledby="connect">
      <h2 id="connect">Connect a webhook</h2>
      <form method="post" action="/settings/delivery/connect" aria-labelledby="connect">
        <FormToken session={session} />
        <ConnectionFields {...form} />
        <p class="faint">
          The signing secret of the connection is shown once, after you have connected it.
        </p>
        <button class="main" type="submit">
          Connect
        </button>
      </form>
    </section>
  );
}
