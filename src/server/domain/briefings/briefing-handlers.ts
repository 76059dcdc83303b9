import type { Briefing } from '../../../contract/briefings.ts';
import type { Operations } from '../../../contract/operations.ts';
import { defaultLimit } from '../../../contract/shared-fields.ts';
import type { BriefingRecord } from '../../store/store.ts';
import { toTimestamp } from '../../timestamp.ts';
import type { Context, Handlers } from '../context.ts';
import { readRowCursor, toRowPage } from '../cursor.ts';
import { runResultResponse } from '../monitors/run-response.ts';
import { toNewsItem } from '../news/to-news-item.ts';

export function briefingHandlers({ store }: Context): Handlers<Operations['briefings']> {
  return {
    async list({ limit = defaultLimit, cursor }, { account }) {
      const scope = { operation: 'briefings.list', accountId: account.id };
      const found = await store.briefings.list(account.id, limit + 1, readRowCursor(cursor, scope));
      const { items, ...page } = toRowPage(found, limit, scope, ({ created_at }) => created_at);
      return { briefings: items.map(briefingResponse), ...page };
    },
  };
}

function briefingResponse(briefing: BriefingRecord): Briefing {
  const { id, title, summary, created_at, period_from, period_to, monitors, news } = briefing;
  return {
    id,
    title,
    summary,
    created_at: toTimestamp(created_at),
    period: { from: toTimestamp(period_from), to: toTimestamp(period_to) },
    monitors: monitors.map(({ results, ...rest }) => ({
      ...rest,
      results: results.map(runResultResponse),
    })),
    news: news.map(toNewsItem),
  };
}
