import type { Operations } from '../../../contract/operations.ts';
import { toTimestamp } from '../../timestamp.ts';
import type { Context, Handlers } from '../context.ts';
import { hasPlan } from './is-entitled.ts';

export function accountHandlers(context: Context): Handlers<Operations['account']> {
  const { store, pricingUrl } = context;
  return {
    async overview(_input, { account }) {
      const { monitors } = await store.monitors.countVisible(
        await store.accounts.viewer(account.id),
      );
      const channels = await store.channels.countOf(account.id);
      return {
        account: {
          id: account.id,
          name: account.name,
          created_at: toTimestamp(account.created_at),
        },
        plan: { status: hasPlan(account) ? 'active' : 'none', url: pricingUrl },
        counts: {
          monitors,
          channels,
          news_items: await store.news.count(),
        },
      };
    },
  };
}
