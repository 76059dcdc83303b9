import type { Channel } from '../../../contract/channel.ts';
import type { Monitor } from '../../../contract/monitor.ts';
import { operations } from '../../../contract/operations.ts';
import type { WebhookDelivery } from '../../../contract/webhook-delivery.ts';
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
): Promise<Titled[]> {
  const teams = await settings.teams(account);
  const permitted = new Set(teams.filter(({ webhooks }) => webhooks).map(({ id }) => id));
  return all.filter(
    ({ every_minutes, team_id }) =>
      every_minutes !== null && (team_id === null || permitted.has(team_id)),
  );
}

/**
 * What a connection may deliver: the monitors that can be connected, and the one that it delivers now.
 *
 * @param permitted those that can be connected
 */
export function scopesOf(
  { monitor_id }: Pick<Channel, 'monitor_id'>,
  permitted: readonly Titled[],
  all: readonly Titled[],
): readonly Titled[] {
  const isListed = monitor_id === null || permitted.some(({ id }) => id === monitor_id);
  return isListed ? permitted : [{ id: monitor_id, title: titleOf(monitor_id, all) }, ...permitted];
}

/** @param all `undefined` if the account has no plan, so that it cannot list them */
export function scopeOf(
  { monitor_id, not_covered }: Channel,
  all: readonly Titled[] | undefined,
): string {
  if (monitor_id !== null && !all) return 'One monitor';
  const scope =
    monitor_id === null
      ? 'All your monitors, including future ones'
      : titleOf(monitor_id, all ?? []);
  return [scope, ...notCovered({ not_covered }, all ?? [])].join(' · ');
}

/** Which monitors a connection does not cover, and why; empty if there are none. */
export function notCovered(
  { not_covered }: Pick<Channel, 'not_covered'>,
  all: readonly Titled[],
): string[] {
  if (not_covered.length === 0) return [];
  const titles = not_covered.map((each) => titleOf(each.monitor_id, all)).join(', ');
  return [`not sent, because the webhook permission of the team is missing: ${titles}`];
}

/** The subject of an event: the title of its monitor, or that it is a test. */
export function subjectOf({ monitor_id }: WebhookDelivery, all: readonly Titled[]): string {
  return monitor_id === null ? 'Test' : titleOf(monitor_id, all);
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
