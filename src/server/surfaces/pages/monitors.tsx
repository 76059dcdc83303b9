import { Hono } from 'hono';
import type { Monitor } from '../../../contract/monitor.ts';
import { operations } from '../../../contract/operations.ts';
import { hasPlan } from '../../domain/accounts/is-entitled.ts';
import type { App } from '../shared/hono-app.ts';
import { takeFlash } from './flash-message.ts';
import { MonitorPage } from './monitor-page.tsx';
import { MonitorsPage, monitorPath, type ShownMonitor } from './monitors-page.tsx';
import { call, formAction, type PageContext, signedIn } from './page-handlers.ts';
import type { PageSession } from './page-session.ts';
import { cursorPages, numberedPages, pageSize } from './pager.tsx';
import { pagePaths } from './paths.ts';

const path = pagePaths.monitors;
const { monitors } = operations;

/** Settings, Monitors: their prompts, schedules, runs and results. */
export function monitorRoutes(context: PageContext): App {
  const { service, settings } = context;
  const app: App = new Hono();

  /** Adds the permissions of the user to monitors. */
  async function shown({ account }: PageSession, all: readonly Monitor[]): Promise<ShownMonitor[]> {
    const teams = await settings.teams(account);
    return all.map((monitor) => {
      const team = teams.find(({ id }) => id === monitor.team_id);
      const isChangeable = monitor.owner_id === account.id || team?.webhooks === true;
      return { monitor, isChangeable, team: team?.name };
    });
  }

  app.get(
    path,
    signedIn(context, async (c, session) => {
      const flash = await takeFlash(c, session);
      if (!hasPlan(session.account)) {
        return c.html(<MonitorsPage session={session} flash={flash} monitors={undefined} />);
      }
      const all = (await call(service, monitors.list, {}, session)).monitors;
      const query = { page: c.req.query('page') };
      const { offset, ...pages } = numberedPages(all.length, path, query, 'page');
      const items = all.toReversed().slice(offset, offset + pageSize);
      const ids = items.map(({ id }) => id);
      const latest = await settings.latestRuns(session.account, ids);
      const list = (await shown(session, items)).map((each) => ({
        ...each,
        latest: latest.get(each.monitor.id),
      }));
      return c.html(<MonitorsPage session={session} flash={flash} monitors={list} pages={pages} />);
    }),
  );

  app.get(
    pagePaths.monitor,
    signedIn(context, async (c, session) => {
      const flash = await takeFlash(c, session);
      const id = c.req.param('id') ?? '';
      const cursor = c.req.query('cursor');
      const monitor = await call(service, monitors.get, { id }, session);
      const input = { id, limit: pageSize, ...(cursor && { cursor }) };
      const { runs, next_cursor } = await call(service, monitors.runs, input, session);
      const [only] = await shown(session, [monitor]);
      return c.html(
        <MonitorPage
          session={session}
          flash={flash}
          shown={only ?? { monitor, isChangeable: false }}
          understood={monitor.understood}
          warnings={monitor.prompt_warnings}
          runs={runs}
          pages={cursorPages(monitorPath(id), { cursor, next_cursor })}
        />,
      );
    }),
  );

  app.post(
    pagePaths.pauseMonitor,
    formAction(context, path, async (session, { id = '' }) => {
      const { title } = await call(service, monitors.pause, { id }, session);
      return `Paused: ${title}. It runs only on demand.`;
    }),
  );
  app.post(
    pagePaths.resumeMonitor,
    formAction(context, path, async (session, { id = '' }) => {
      const { title } = await call(service, monitors.resume, { id }, session);
      return `Resumed: ${title}.`;
    }),
  );
  return app;
}
