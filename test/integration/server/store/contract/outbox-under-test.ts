import type { ClaimOptions } from '../../../../../src/server/store/store.ts';
import type { StoreContext } from './describe-stores.ts';
import { aDelivery } from './records.ts';

export const noon = Date.parse('2026-11-20T12:00:00Z');
export const hour = 3_600_000;

/** The progress of a delivery after its first attempt succeeded. */
export const delivered = {
  status: 'delivered',
  round: 1,
  attempts: 1,
  round_attempts: 1,
  due_at: null,
  last_status_code: 204,
  last_error: null,
  settled_at: noon,
} as const;

/** Stores and claims deliveries in the outbox of a store. */
export function outboxUnderTest(context: StoreContext) {
  async function save(
    event_id: string,
    channel_id: string,
    due_at = noon,
    monitor_id: string | null = null,
    run_id: string | null = null,
    owner: { account_id?: string } = {},
  ): Promise<void> {
    const payload = `{"about":"${event_id}"}`;
    const fields = { channel_id, monitor_id, run_id, payload, created_at: noon, due_at, ...owner };
    await context.store.outbox.add(aDelivery(event_id, fields));
  }

  async function saveMany(
    count: number,
    channel_id: string,
    due_at = noon,
    account_id?: string,
  ): Promise<void> {
    const owner = account_id === undefined ? {} : { account_id };
    for (let n = 0; n < count; n += 1) {
      await save(`evt_${channel_id}_${n}`, channel_id, due_at, null, null, owner);
    }
  }

  async function claim(options: Partial<ClaimOptions> = {}) {
    const claimed = await context.store.outbox.claim({
      now: noon,
      lease_until: noon + 15_000,
      limit: 4,
      max_per_connection: 2,
      in_flight: new Map(),
      ...options,
    });
    return claimed.toSorted((one, other) => one.event_id.localeCompare(other.event_id));
  }

  async function claimedIds(options?: Partial<ClaimOptions>): Promise<string[]> {
    return (await claim(options)).map(({ event_id }) => event_id);
  }

  return { save, saveMany, claim, claimedIds };
}
