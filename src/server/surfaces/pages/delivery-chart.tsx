import type { WebhookDelivery } from '../../../contract/webhook-delivery.ts';
import { countedDays, maxCount } from '../../domain/delivery/event-settings.ts';
import type { DeliveryCounts } from '../../store/store.ts';
import { statusWords } from './delivery-words.ts';

/** A bar chart of recent deliveries by status. It is a table, so it can be read as one too. */
export function DeliveryChart({ counts }: { counts: DeliveryCounts }) {
  const statuses = Object.keys(statusWords) as WebhookDelivery['status'][];
  const rows = statuses
    .map((status) => [status, counts[status] ?? 0] as const)
    .filter(([, count]) => count > 0);
  const greatest = Math.max(1, ...rows.map(([, count]) => count));
  return (
    <section class="card" aria-labelledby="outcomes">
      <h2 id="outcomes">Events of the last {countedDays} days</h2>
      {rows.length === 0 ? (
        <p class="faint">None.</p>
      ) : (
        <table class="chart" aria-labelledby="outcomes">
          <thead class="hidden">
            <tr>
              <th scope="col">Outcome</th>
              <th scope="col">Events</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([status, count]) => (
              <tr>
                <th scope="row">{statusWords[status].label}</th>
                <td>
                  <Bar tone={statusWords[status].tone} share={count / greatest} />
                  {count === maxCount ? `${maxCount} or more` : count}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** @param share of the greatest count, above 0 and at most 1 */
function Bar({ tone, share }: { tone: string; share: number }) {
  const width = Math.max(1, Math.round(share * 100));
  return (
    <svg class={`bar ${tone}`} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect width={String(width)} height="10" />
    </svg>
  );
}
