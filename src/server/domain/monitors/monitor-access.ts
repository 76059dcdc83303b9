import type { MonitorRecord } from '../../store/store.ts';
import { ApiError } from '../api-error.ts';
import type { Context, Principal } from '../context.ts';

type Access = Pick<Context, 'store'>;

/**
 * Returns a monitor that the principal may read and run: its own, or one of its teams.
 *
 * @param field of the input that has the id (default: `id`)
 * @throws {ApiError} `not_found`, also for monitors of others, to hide that they exist
 */
export async function getVisibleMonitor(
  { store }: Access,
  id: string,
  { account }: Principal,
  field?: string,
): Promise<MonitorRecord> {
  const monitor = await store.monitors.get(id);
  if (monitor?.owner_id === account.id) return monitor;
  if (monitor?.team_id) {
    const memberships = await store.accounts.memberships(account.id);
    if (memberships.some(({ team_id }) => team_id === monitor.team_id)) return monitor;
  }
  throw noMonitor(id, field);
}

/** The error for a monitor that does not exist, or that the principal may not see. */
export function noMonitor(id: string, field = 'id'): ApiError {
  return new ApiError('not_found', `you have no monitor ${JSON.stringify(id)}`, {}, field);
}

/**
 * Returns a monitor that the principal may pause, resume, set and delete: its own, or one of a team
 * whose webhook permission it has (docs/service.md §2.2).
 *
 * @throws {ApiError} `not_found` as for {@link getVisibleMonitor}, or `forbidden`
 */
export async function getChangeableMonitor(
  context: Access,
  id: string,
  principal: Principal,
): Promise<MonitorRecord> {
  const monitor = await getVisibleMonitor(context, id, principal);
  if (monitor.owner_id === principal.account.id) return monitor;
  if (await hasWebhookPermission(context, monitor, principal)) return monitor;
  throw new ApiError(
    'forbidden',
    `you may read and run the team's monitor ${id}, but not change it: ask its owner, or ask for the webhook permission of the team`,
  );
}

/** Whether the principal may connect the monitor to webhooks. */
export async function hasWebhookPermission(
  { store }: Access,
  { owner_id, team_id }: MonitorRecord,
  { account }: Principal,
): Promise<boolean> {
  if (team_id === null) return owner_id === account.id;
  const memberships = await store.accounts.memberships(account.id);
  return memberships.some((membership) => membership.team_id === team_id && membership.webhooks);
}

/** @throws {ApiError} `not_found` if the principal is not a member of the team */
export async function assertMember(
  { store }: Access,
  teamId: string,
  { account }: Principal,
): Promise<void> {
  const { team_ids } = await store.accounts.viewer(account.id);
  if (team_ids.includes(teamId)) return;
  throw new ApiError('not_found', `you are not a member of a team ${JSON.stringify(teamId)}`);
}
