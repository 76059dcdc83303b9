import type { Monitor } from '../../../contract/monitor.ts';
import type { Run, RunResult } from '../../../contract/run.ts';
import { isAddress } from '../../feeds/location.ts';
import type { FlashMessage } from './flash-message.ts';
import { Layout, Time } from './layout.tsx';
import { MonitorFacts, MonitorStatus, type ShownMonitor, StatusForm } from './monitors-page.tsx';
import type { PageSession } from './page-session.ts';
import { Pager } from './pager.tsx';

interface MonitorProps {
  session: PageSession;
  flash: FlashMessage | undefined;
  shown: ShownMonitor;
  /** How the prompt was understood. */
  understood: string;
  warnings: readonly string[];
  /** Newest first. */
  runs: readonly Run[];
  pages: { first?: string | undefined; next?: string | undefined };
}

/** A monitor and its runs. */
export function MonitorPage(props: MonitorProps) {
  const { session, flash, shown, understood, warnings, runs, pages } = props;
  const monitor: Monitor = shown.monitor;
  return (
    <Layout title={monitor.title} session={session} current="/settings/monitors" flash={flash}>
      <p>
        <a href="/settings/monitors">All monitors</a>
      </p>
      <h1>
        <bdi>{monitor.title}</bdi> <MonitorStatus status={monitor.status} />
      </h1>
      <section class="card" aria-labelledby="about">
        <h2 id="about">What it watches for</h2>
        <p class="prose">
          <bdi>{monitor.prompt}</bdi>
        </p>
        <p class="faint">
          Understood as: <bdi>{understood}</bdi>
        </p>
        {warnings.map((warning) => (
          <p class="faint">
            Note: <bdi>{warning}</bdi>
          </p>
        ))}
        <MonitorFacts shown={shown} />
        <div class="spaced">
          <StatusForm session={session} shown={shown} />
        </div>
      </section>
      <section class="card" aria-labelledby="runs">
        <h2 id="runs">Runs</h2>
        {runs.length === 0 && <p class="faint">None.</p>}
        <ul class="records">
          {runs.map((run) => (
            <RunEntry run={run} />
          ))}
        </ul>
        <Pager label="Pages of runs" {...pages} />
      </section>
    </Layout>
  );
}

const triggers: Readonly<Record<Run['trigger'], string>> = {
  schedule: 'Scheduled',
  on_demand: 'On demand',
  preview: 'Preview, when the monitor was created; nothing was sent',
};

function RunEntry({ run }: { run: Run }) {
  const dropped = Object.values(run.filtered).reduce((sum, count) => sum + count, 0);
  return (
    <li>
      <p>
        <Time at={run.started_at} />{' '}
        {run.status === 'failed' && <span class="tag bad">Failed</span>}
      </p>
      <p class="faint">
        {triggers[run.trigger]}. {foundText(run.results.length)}
        {dropped > 0 && ` ${dropped} more were dropped as repeats or by the alert filters.`}
      </p>
      {run.error !== null && (
        <p class="faint">
          {run.status === 'failed' ? 'It failed: ' : 'It could not read: '}
          <bdi>{run.error}</bdi>
        </p>
      )}
      {run.results.length > 0 && (
        <ul>
          {run.results.map((result) => (
            <Result result={result} />
          ))}
        </ul>
      )}
    </li>
  );
}

function foundText(count: number): string {
  if (count === 0) return 'Nothing new was found.';
  return count === 1 ? '1 story was found.' : `${count} stories were found.`;
}

/** A story with a link to its source. Both are untrusted. */
function Result({ result: { title, links, removed } }: { result: RunResult }) {
  const [link] = links;
  if (removed) return <li class="faint">A story that the operator took down</li>;
  return (
    <li>
      {link && isAddress(link.url) ? (
        <a href={link.url} rel="noopener noreferrer nofollow">
          <bdi>{title}</bdi>
        </a>
      ) : (
        <bdi>{title}</bdi>
      )}
    </li>
  );
}
