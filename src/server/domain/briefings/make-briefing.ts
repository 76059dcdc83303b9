import { WorkSlices } from '../../../node/work-slices.ts';
import type { BriefingMonitor, BriefingRecord, DueBriefing } from '../../store/store.ts';
import { isEntitled } from '../accounts/is-entitled.ts';
import type { Context } from '../context.ts';
import { newId } from '../identifier.ts';
import { maxMonitors as maxSearched } from '../news/monitor-news.ts';
import { alertedMonitors } from './alerted-monitors.ts';
import { type BriefingPeriod, briefingPeriod, nextBriefing } from './briefing-schedule.ts';
import { briefingSummary, briefingTitle } from './briefing-text.ts';
import { otherNews } from './other-news.ts';

/** Maximum number of monitors with results in a briefing. */
const maxMonitors = 50;

/**
 * Makes the briefing of an account that is due, and sets when the next one is. Accounts that
 * are not entitled or have no monitors get none.
 */
export async function makeDueBriefing(context: Context, due: DueBriefing): Promise<void> {
  const { store, clock } = context;
  const { id: account_id, next_briefing_at, briefed_until } = due;
  const now = clock.now();
  const settle = (last: number | null, briefing?: BriefingRecord) =>
    store.briefings.settle({
      account_id,
      lease_token: due.briefing_lease_token,
      briefed_until: last,
      next_briefing_at: nextBriefing(due, now, last) ?? 0,
      briefing,
    });
  if (next_briefing_at === 0) {
    await settle(briefed_until);
    return;
  }
  const period = briefingPeriod(due, { due: next_briefing_at, now, lastEnd: briefed_until });
  await settle(
    period.to,
    isEntitled(due) ? await composeBriefing(context, due, period) : undefined,
  );
}

/** @returns `undefined` if the account has no monitors */
async function composeBriefing(
  context: Context,
  account: DueBriefing,
  period: BriefingPeriod,
): Promise<BriefingRecord | undefined> {
  const { store, clock } = context;
  const viewer = await store.accounts.viewer(account.id);
  const counts = await store.monitors.countVisible(viewer);
  if (counts.monitors === 0) return undefined;
  await store.briefings.endPeriod(account.id, period.to);
  const alerted = await alertedMonitors(store.alerts, viewer, period);
  const ids = alerted.map(({ monitor_id }) => monitor_id);
  const visible = await store.monitors.visibleIds(viewer, ids);
  const order = new Map(visible.map((id, index) => [id, index]));
  const orderOf = ({ monitor_id }: BriefingMonitor) => order.get(monitor_id) ?? order.size;
  const content = {
    period,
    // Monitors that alerted and were deleted since are counted too.
    monitorCount: counts.monitors + alerted.length - visible.length,
    pausedCount: counts.paused,
    monitors: alerted.sort((a, b) => orderOf(a) - orderOf(b)).slice(0, maxMonitors),
    news: await otherNews(
      store,
      await store.monitors.newestActive(viewer, maxSearched),
      alerted,
      period,
      new WorkSlices({ group: account.id }),
    ),
  };
  return {
    id: newId('brief'),
    account_id: account.id,
    title: briefingTitle(account, period),
    summary: briefingSummary(account, content),
    created_at: clock.now(),
    period_from: period.from,
    period_to: period.to,
    monitors: content.monitors,
    news: content.news,
  };
}
