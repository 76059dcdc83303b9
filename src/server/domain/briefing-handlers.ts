import type { Operations } from '../../contract/operations.ts';
import { toTimestamp } from '../timestamp.ts';
import type { Context, Handlers } from './context.ts';

export function briefingHandlers({ store }: Context): Handlers<Operations['briefings']> {
  return {
    async list(_input, { account }) {
      const briefings = await store.briefings.list(account.id);
      return {
        briefings: briefings.map(({ id, title, summary, created_at }) => ({
          id,
          title,
          summary,
          created_at: toTimestamp(created_at),
        })),
      };
    },
  };
}
