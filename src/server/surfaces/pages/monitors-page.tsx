import type { Monitor } from '../../../contract/monitor.ts';
import type { Run } from '../../../contract/run.ts';
import type { FlashMessage } from './flash-message.ts';
import { Entry, FormToken, Layout, Time } from './layout.tsx';
import type { PageSession } from './page-session.ts';
import { Pager } from './pager.tsx';
import { PlanNeeded } from './plan-needed.tsx';

/** The path of the page of a monitor. */
export function monitorPath(id: string): string {
  return `/settings/monitors/${encodeURIComponent(id)}`;
}

/** A monitor, with the permissions of the user. */
export interface ShownMonitor {
  monitor: Monitor;
  /** Whether the user may pause and resume it. */
  isChangeable: boolean;
  /** The name of its team; missing if it has none. */
  team?: string | undefined;
  /** Missing if it has not run. */
  latest?: Run | undefined;
}

interface MonitorsProps {
  session: PageSession;
  flash: FlashMessage | undefined;
  /** `undefined` if the account has no plan. */
  monitors: readonly ShownMonitor[] | undefined;
  pages?: { first?: string | undefined; next?: string | undefined };
}

export function MonitorsPage({ session, flash, monitors, pages }: MonitorsProps) {
  return (
    <Layout title="Monitors" session={session} current="/settings/monitors" flash={flash}>
      <h1>Monitors</h1>
      {!monitors && (
        <p class="card">
          Monitors need a plan. Without one, they do not run.{' '}
          <PlanNeeded account={session.account} />
        </p>
      )}
      {monitors?.length === 0 && (
        <p class="card">
          There are no monitors. An assistant or the command line can create one for you, from a
          sentence that says what to watch for.
        </p>
      )}
      {monitors?.map((shown) => (
        <MonitorCard session={session} shown={shown} />
      ))}
      {pages && <Pager label="Pages of monitors" {...pages} />}
    </Layout>
  );
}

function MonitorCard({ session, shown }: { session: PageSession; shown: ShownMonitor }) {
  const { monitor, latest } = shown;
  return (
    <section class="card" aria-labelledby={monitor.id}>
      <h2 id={monitor.id}>
        <a href={monitorPath(monitor.id)}>
          <bdi>{monitor.title}</bdi>
        </a>{' '}
        <MonitorStatus status={monitor.status} />
      </h2>
      <MonitorFacts shown={shown} />
      <p class="spaced">
        {latest ? <Found run={latest} /> : 'It has not run yet, so nothing was found.'}
      </p>
      <StatusForm session={session} shown={shown} />
    </section>
  );
}

export function MonitorStatus({ status }: Pick<Monitor, 'status'>) {
  return <span class={`tag ${status === 'active' ? 'good' : 'plain'}`}>{status}</span>;
}

/** When a monitor runs and ran, and whose it is. */
export function MonitorFacts({ shown: { monitor, team } }: { shown: ShownMonitor }) {
  const { every_minutes, last_run_at, next_run_at } = monitor;
  return (
    <dl>
      <Entry term="Schedule">
        {every_minutes === null ? 'On demand only' : `Every ${durationOf(every_minutes)}`}
      </Entry>
      <Entry term="Last run">{last_run_at === null ? 'Never' : <Time at={last_run_at} />}</Entry>
      <Entry term="Next run">{next_run_at === null ? 'None' : <Time at={next_run_at} />}</Entry>
      {team !== undefined && (
        <Entry term="Team">
          <bdi>{team}</bdi>
        </Entry>
      )}
    </dl>
  );
}

function durationOf(minutes: number): string {
  for (const [unit, length] of units) {
    const count = minutes / length;
    if (Number.isInteger(count)) return count === 1 ? unit : `${count} ${unit}s`;
  }
  return `${minutes} minutes`;
}

const units = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** The outcome of the last run, or of the preview before the first run, in a sentence. */
function Found({ run: { trigger, status, error, results } }: { run: Run }) {
  const [first, ...others] = results;
  const subject =
    trigger === 'preview' ? 'The preview, when the monitor was created,' : 'The last run';
  if (status === 'failed') {
    return (
      <>
        {subject} failed: {error}.
      </>
    );
  }
  if (!first) return <>{subject} found nothing new.</>;
  return (
    <>
      {subject} found{' '}
      {first.removed ? (
        'a story that the operator took down'
      ) : (
        <strong>
          <bdi>{first.title}</bdi>
        </strong>
      )}
      {others.length > 0 && ` and ${others.length} more`}.
    </>
  );
}

/** Pauses or resumes a monitor, if the user may. */
export function StatusForm({ session, shown }: { session: PageSession; shown: ShownMonitor }) {
  const { monitor, isChangeable } = shown;
  if (!isChangeable) {
    return (
      <p class="faint">Only its owner and members with the webhook permission can pause it.</p>
    );
  }
  const [action, label] =
    monitor.status === 'active' ? (['pause', 'Pause'] as const) : (['resume', 'Resume'] as const);
  return (
    <form method="post" action={`/settings/monitors/${action}`}>
      <FormToken session={session} />
      <input type="hidden" name="id" value={monitor.id} />
      <button type="submit" aria-label={`${label}: ${monitor.title}`}>
        {label}
      </button>
    </form>
  );
}
