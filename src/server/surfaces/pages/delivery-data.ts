import type { Channel } from '../../../contract/channel.ts';
import type { Monitor } from '../../../contract/monitor.ts';
import { operations } from '../../../contract/operations.ts';
import type { WebhookDelivery } from '../../../contract/webhook-delivery.ts';
import { nameOf } from './connection-card.tsx';
import type { DeliverableMonitor } from './connection-form.tsx';
import type { ShownDelivery } from './delivery-list.tsx';
import { call, type PageContext } from './page-handlers.ts';
import type { PageSession } from './page-session.ts';

type Titled = Pick<Monitor, 'id' | 'title'>;

/** The monitors that the user sees, with their titles. */
export async function monitorsOf({ service }: PageContext, session: PageSession) {
  return (await call(service, operations.monitors.list, {}, session)).monitors;
}

/** Those of the monitors that the user may connect to a webhook. */
export async function connectable(
  { settings }: PageContext,
  { account }: PageSession,
  all: readonly Monitor[],
): Promise<DeliverableMonitor[]> {
  const teams = await settings.teams(account);
  const permitted = new Map(
    teams.filter(({ webhooks }) => webhooks).map(({ id, name }) => [id, name]),
  );
  return all.flatMap(({ id, title, every_minutes, team_id }) => {
    if (every_minutes === null) return [];
    if (team_id === null) return [{ id, title }];
    const team = permitted.get(team_id);
    return team === undefined ? [] : [{ id, title, team }];
  });
}

/**
 * What a connection may deliver: the monitors that can be connected, and the one that it delivers now.
 *
 * @param permitted those that can be connected
 */
export function scopesOf(
  { monitor_id }: Pick<Channel, 'monitor_id'>,
  permitted: readonly DeliverableMonitor[],
  all: readonly Titled[],
): readonly DeliverableMonitor[] {
  const isListed = monitor_id === null || permitted.some(({ id }) => id === monitor_id);
  return isListed ? permitted : [{ id: monitor_id, title: titleOf(monitor_id, all) }, ...permitted];
}

export function scopeOf(channel: Channel, all: readonly Titled[]): string {
  return [coveredBy(channel, all), ...notCovered(channel, all)].join(' · ');
}

function coveredBy({ monitor_id, not_covered }: Channel, all: readonly Titled[]): string {
  if (monitor_id === null) return 'All your monitors, including future ones';
  const isKnown = all.some(({ id }) => id === monitor_id);
  if (!isKnown && not_covered.length > 0) return 'A monitor of a team that you have left';
  return titleOf(monitor_id, all);
}

/** Which monitors a connection does not cover, and why; empty if there are none. */
export function notCovered(
  { monitor_id, not_covered }: Pick<Channel, 'monitor_id' | 'not_covered'>,
  all: readonly Titled[],
): string[] {
  if (not_covered.length === 0) return [];
  const reason = 'not sent, because the webhook permission of the team is missing';
  // It is named already.
  if (monitor_id !== null) return [reason];
  const titles = not_covered.map((each) => titleOf(each.monitor_id, all)).join(', ');
  return [`${reason}: ${titles}`];
}

/** The subject of an event: the title of its monitor, or that it is a test. */
export function subjectOf({ monitor_id }: WebhookDelivery, all: readonly Titled[]): string {
  return monitor_id === null ? 'Test' : titleOf(monitor_id, all);
}

/** The name of the connection of an event. */
export function connectionName(
  { channel_id }: Pick<WebhookDelivery, 'channel_id'>,
  channels: readonly Channel[],
): string {
  const channel = channels.find(({ id }) => id === channel_id);
  return channel ? nameOf(channel) : 'a removed connection';
}

export function withSubjects(
  deliveries: readonly WebhookDelivery[],
  all: readonly Titled[],
): ShownDelivery[] {
  return deliveries.map((each) => ({ ...each, subject: subjectOf(each, all) }));
}

/** The title of a monitor; words if it was deleted, or belongs to a team that the user has left. */
function titleOf(monitorId: string, all: readonly Titled[]): string {
  return all.find(({ id }) => id === monitorId)?.title ?? 'Removed monitor';
}
