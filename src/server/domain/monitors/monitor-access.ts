import type { MonitorRecord, Owner } from '../../store/store.ts';
import { ApiError } from '../api-error.ts';
import { type Context, ownersOf, type Principal } from '../context.ts';

/**
 * Returns the monitor if the principal or one of its teams owns it.
 *
 * @throws {ApiError} `not_found`, also for monitors of other owners, to hide that they exist
 */
export async function getVisibleMonitor(
  context: Context,
  id: string,
  principal: Principal,
): Promise<MonitorRecord> {
  const monitor = await context.store.monitors.get(id);
  const owners = await ownersOf(context, principal);
  const isVisible = owners.some(
    (owner) => owner.type === monitor?.owner.type && owner.id === monitor.owner.id,
  );
  if (monitor && isVisible) return monitor;
  throw noMonitor(id);
}

/** The error for a monitor that does not exist, or that the principal may not see. */
export function noMonitor(id: string): ApiError {
  return new ApiError('not_found', `you have no monitor ${JSON.stringify(id)}`);
}

/**
 * The owner of a new monitor: the user, or the team if one is named.
 *
 * @throws {ApiError} `not_found` if the principal is not a member of the team
 */
export async function newMonitorOwner(
  context: Context,
  teamId: string | undefined,
  principal: Principal,
): Promise<Owner> {
  if (teamId === undefined) return { type: 'user', id: principal.account.id };
  const owners = await ownersOf(context, principal);
  const team = owners.find(({ type, id }) => type === 'team' && id === teamId);
  if (team) return team;
  throw new ApiError('not_found', `you are not a member of a team ${JSON.stringify(teamId)}`);
}
