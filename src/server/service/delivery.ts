import { randomBytes } from 'node:crypto';
import type { Channel } from '../../contract/delivery.ts';
import type { Operations } from '../../contract/operations.ts';
import { destinationUrl } from '../delivery/destination.ts';
import type * as stored from '../store/store.ts';
import type { Caller, Context, Handlers } from './context.ts';
import { newId } from './identifier.ts';
import { moment } from './moment.ts';
import { visibleMonitor } from './monitors.ts';
import { Refusal } from './refusal.ts';

export function deliveryHandlers(context: Context): Handlers<Operations['delivery']> {
  const { store, clock } = context;
  return {
    async get(_input, { account }) {
      const channels = await store.channels.list(account.id);
      return { channels: channels.map(channelAnswer), webhook_deliveries: [] };
    },

    async connect({ platform, webhook_url, monitor_id, name }, caller) {
      const destination = destinationUrl(webhook_url);
      if ('rejected' in destination) {
        throw new Refusal('rejected_destination', `webhook_url ${destination.rejected}`);
      }
      if (monitor_id !== undefined) await assertConnectable(context, monitor_id, caller);
      const channel: stored.Channel = {
        id: newId('chan'),
        account_id: caller.account.id,
        platform,
        webhook_url: destination.url,
        monitor_id: monitor_id ?? null,
        name: name ?? null,
        status: 'active',
        signing_secret: `whsec_${randomBytes(32).toString('base64url')}`,
        created_at: clock.now(),
      };
      await store.channels.create(channel);
      return { channel: channelAnswer(channel), signing_secret: channel.signing_secret };
    },
  };
}

/** Recurring, the caller's own, or a team's that lets the caller connect it. */
async function assertConnectable(context: Context, id: string, caller: Caller): Promise<void> {
  const monitor = await visibleMonitor(context, id, caller);
  if (monitor.every_minutes === null) {
    throw new Refusal('invalid_request', 'monitor_id names a monitor that does not recur', {
      issues: [{ field: 'monitor_id', message: 'names a monitor that does not recur' }],
    });
  }
  if (monitor.owner.type === 'user') return;
  const memberships = await context.store.accounts.memberships(caller.account.id);
  if (!memberships.some(({ team_id, webhooks }) => team_id === monitor.owner.id && webhooks)) {
    throw new Refusal('forbidden', 'the team does not let you connect its monitors to webhooks');
  }
}

function channelAnswer(channel: stored.Channel): Channel {
  const { id, platform, webhook_url, monitor_id, name, status, created_at } = channel;
  return { id, platform, webhook_url, monitor_id, name, status, created_at: moment(created_at) };
}
