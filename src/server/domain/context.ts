import type * as z from 'zod/mini';
import type { Operation, OutputOf } from '../../contract/operation.ts';
import type { Log } from '../../node/log.ts';
import type { Agent } from '../agent/agent.ts';
import type { Clock } from '../clock.ts';
import type { DeliveryDispatcher } from '../delivery/delivery-dispatcher.ts';
import type { DestinationPolicy } from '../egress/destination-policy.ts';
import type { FeedRequest } from '../feeds/input/fetch-feed.ts';
import type { AccountRecord, Owner, Store } from '../store/store.ts';
import type { UsageMeter } from './accounts/usage-meter.ts';
import type { Serialized } from './serialized.ts';

/** What every function of the service works with. */
export interface Context {
  store: Store;
  clock: Clock;
  usage: UsageMeter;
  dispatcher: Pick<DeliveryDispatcher, 'wake' | 'waitForFirstAttempts'>;
  destinations: DestinationPolicy;
  /** Makes the requests for monitors' own sources, within {@link destinations}. */
  fetchSource: FeedRequest;
  /** A news index of its own that is gone once it is closed. */
  temporaryNews(): Pick<Store, 'news' | 'close'>;
  /** Does agentic runs, where the operator has named one. */
  agent?: Agent | undefined;
  /** Aborted when runs under way are to be broken off: they are not stored. */
  stopping: AbortSignal;
  log: Log;
  /** Where a human buys a plan. */
  pricingUrl: string;
}

/** Who calls: the user that the key or the token stands for. */
export interface Principal {
  account: AccountRecord;
}

/** The implementation of a table of operations, in the table's own shape. */
export type Handlers<Table> = {
  [Key in keyof Table]: Table[Key] extends Operation
    ? (
        input: z.output<Table[Key]['input']>,
        caller: Principal,
      ) => Promise<OutputOf<Table[Key]> | Serialized<OutputOf<Table[Key]>>>
    : Handlers<Table[Key]>;
};

/** The user and the user's teams: whose monitors and alerts the caller may see. */
export async function ownersOf({ store }: Context, { account }: Principal): Promise<Owner[]> {
  const memberships = await store.accounts.memberships(account.id);
  return [
    { type: 'user', id: account.id },
    ...memberships.map(({ team_id }): Owner => ({ type: 'team', id: team_id })),
  ];
}
