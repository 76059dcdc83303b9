import type { Monitor } from '../../../../contract/monitor.ts';
import { changeableFields, entryOf, fixedFields, type MonitorEntry } from './monitor-entry.ts';

/** What differs, by field. `from` is absent in a new monitor. */
type Changes = Readonly<Record<string, { from?: unknown; to: unknown }>>;

/** The change that makes a monitor match its entry. */
export type Step = { entry: MonitorEntry; changes: Changes } & (
  | { result: 'created' }
  | { result: 'updated' | 'unchanged'; current: Monitor }
  /** `current` is missing, or was created by a run that was interrupted before it deleted `obsolete`. */
  | { result: 'replaced'; obsolete: Monitor; current: Monitor | undefined }
  | { result: 'failed'; message: string }
);

/**
 * Plans the changes that make monitors match their entries. Monitors without an entry stay as they are.
 *
 * @param monitors the user's own; entries belong to them by their titles
 * @param replace whether a monitor may be deleted and recreated if a field differs that cannot be changed
 */
export function plan(
  entries: readonly MonitorEntry[],
  monitors: readonly Monitor[],
  { replace }: { replace: boolean },
): Step[] {
  const byTitle = groupByTitle(monitors);
  return entries.map((entry) => stepFor(entry, byTitle.get(entry.title) ?? [], replace));
}

function stepFor(entry: MonitorEntry, named: readonly Monitor[], replace: boolean): Step {
  if (named.length === 0) {
    const fields = Object.entries(entry).filter(([, value]) => value !== undefined);
    const changes = Object.fromEntries(fields.map(([name, to]) => [name, { to }]));
    return { entry, result: 'created', changes };
  }
  const fixed = (monitor: Monitor) => differences(monitor, entry, fixedFields);
  const same = named.filter((monitor) => Object.keys(fixed(monitor)).length === 0);
  const others = named.filter((monitor) => !same.includes(monitor));
  const [current] = same;
  const [obsolete] = others;
  if (same.length > 1 || others.length > 1 || (current && obsolete && !replace)) {
    const ids = named.map(({ id }) => id).join(', ');
    const message = `${named.length} monitors have this title: ${ids}; rename or delete all but one`;
    return { entry, result: 'failed', changes: {}, message };
  }
  const changes = {
    ...(obsolete ? fixed(obsolete) : {}),
    ...differences(current ?? obsolete, entry, [...changeableFields, 'status']),
  };
  if (obsolete && replace) return { entry, result: 'replaced', obsolete, current, changes };
  if (current) {
    const result = Object.keys(changes).length > 0 ? 'updated' : 'unchanged';
    return { entry, result, current, changes };
  }
  const names = Object.keys(obsolete ? fixed(obsolete) : {}).join(' and ');
  const message = `${names} cannot be changed: pass --replace to delete and recreate ${obsolete?.id}`;
  return { entry, result: 'failed', changes, message };
}

/** The fields that the entry sets to another value. */
function differences(
  monitor: Monitor | undefined,
  entry: Readonly<Partial<MonitorEntry>>,
  fields: readonly (keyof MonitorEntry)[],
): Changes {
  const before: Readonly<Partial<MonitorEntry>> = monitor ? entryOf(monitor) : {};
  const changed = fields.flatMap((name) => {
    const { [name]: value } = entry;
    if (value === undefined) return [];
    const { [name]: from = null } = before;
    // `null` clears a list too.
    const to = value === null && Array.isArray(from) ? [] : value;
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [[name, { from, to }] as const];
  });
  return Object.fromEntries(changed);
}

function groupByTitle(monitors: readonly Monitor[]): Map<string, Monitor[]> {
  const groups = new Map<string, Monitor[]>();
  for (const monitor of monitors) {
    const group = groups.get(monitor.title);
    if (group) group.push(monitor);
    else groups.set(monitor.title, [monitor]);
  }
  return groups;
}
