import { Hono } from 'hono';
import { counted } from '../../../contract/counted.ts';
import type { Monitor } from '../../../contract/monitor.ts';
import { hasPlan } from '../../domain/accounts/is-entitled.ts';
import type { CountedTeam } from '../../domain/accounts/team-settings.ts';
import { ApiError } from '../../domain/api-error.ts';
import type { NamedMember } from '../../store/store.ts';
import type { App } from '../shared/hono-app.ts';
import { monitorsOf } from './delivery-data.ts';
import { type FlashMessage, takeFlash } from './flash-message.ts';
import { Layout } from './layout.tsx';
import { MonitorStatus, monitorPath } from './monitors-page.tsx';
import { type PageContext, signedIn } from './page-handlers.ts';
import type { PageSession } from './page-session.ts';
import { numberedPages, Pager, pageSize } from './pager.tsx';
import { pagePaths } from './paths.ts';

const path = pagePaths.teams;

/** Settings, Teams: the teams of the user, their members and monitors. The operator changes them. */
export function teamRoutes(context: PageContext): App {
  const { settings } = context;
  const app: App = new Hono();

  app.get(
    path,
    signedIn(context, async (c, session) => {
      const flash = await takeFlash(c, session);
      const all = await settings.teams(session.account);
      const query = { page: c.req.query('page') };
      const { offset, ...pages } = numberedPages(all.length, path, query, 'page');
      const teams = await settings.withMembers(all.slice(offset, offset + pageSize));
      return c.html(<TeamsPage session={session} flash={flash} teams={teams} pages={pages} />);
    }),
  );

  app.get(
    pagePaths.team,
    signedIn(context, async (c, session) => {
      const id = c.req.param('id') ?? '';
      const own = (await settings.teams(session.account)).filter((each) => each.id === id);
      const [team] = await settings.withMembers(own);
      if (!team) {
        throw new ApiError('not_found', `you are not a member of a team ${JSON.stringify(id)}`);
      }
      const address = `${path}/${encodeURIComponent(id)}`;
      const query = { members: c.req.query('members'), monitors: c.req.query('monitors') };
      const { offset, ...memberPages } = numberedPages(team.members, address, query, 'members');
      const members = await settings.teamMembers(team, { offset, limit: pageSize });
      const withPlan = hasPlan(session.account);
      const all = withPlan ? await monitorsOf(context, session) : [];
      const ofTeam = all.filter(({ team_id }) => team_id === id);
      const { offset: start, ...monitorPages } = numberedPages(
        ofTeam.length,
        address,
        query,
        'monitors',
      );
      const monitors = ofTeam.slice(start, start + pageSize);
      return c.html(
        <TeamPage
          session={session}
          team={team}
          members={members}
          memberPages={memberPages}
          monitors={withPlan ? monitors : undefined}
          monitorPages={monitorPages}
        />,
      );
    }),
  );
  return app;
}

interface Pages {
  first?: string | undefined;
  next?: string | undefined;
}

interface TeamsProps {
  session: PageSession;
  flash: FlashMessage | undefined;
  teams: readonly CountedTeam[];
  pages: Pages;
}

function TeamsPage({ session, flash, teams, pages }: TeamsProps) {
  return (
    <Layout title="Teams" session={session} current={path} flash={flash}>
      <h1>Teams</h1>
      <p class="lead">
        Members of a team see its monitors and alerts. The operator of the service adds and removes
        members.
      </p>
      {teams.length === 0 ? (
        <p class="card">You are not a member of a team.</p>
      ) : (
        <div class="card">
          <ul class="records">
            {teams.map(({ id, name, members, webhooks }) => (
              <li>
                <p>
                  <a href={`${path}/${encodeURIComponent(id)}`}>
                    <bdi>{name}</bdi>
                  </a>{' '}
                  {webhooks && <span class="tag good">webhook permission</span>}
                </p>
                <p class="faint">{counted(members, 'member')}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Pager label="Pages of teams" {...pages} />
    </Layout>
  );
}

interface TeamProps {
  session: PageSession;
  team: CountedTeam;
  members: readonly NamedMember[];
  memberPages: Pages;
  /** `undefined` if the account has no plan. */
  monitors: readonly Monitor[] | undefined;
  monitorPages: Pages;
}

function TeamPage({ session, team, members, memberPages, monitors, monitorPages }: TeamProps) {
  return (
    <Layout title={team.name} session={session} current={path}>
      <p>
        <a href={path}>All teams</a>
      </p>
      <h1>
        <bdi>{team.name}</bdi>
      </h1>
      <p class="lead">
        {team.webhooks
          ? 'You have the webhook permission: you can pause the monitors of the team, and deliver them to your webhooks.'
          : 'You can see and run the monitors of the team. Without its webhook permission, which the operator gives, you cannot change or deliver those of others.'}
      </p>
      <section class="card" aria-labelledby="members">
        <h2 id="members">Members ({team.members})</h2>
        <ul class="records">
          {members.map(({ account_id, name, webhooks }) => (
            <li>
              <p>
                <bdi>{name}</bdi> {account_id === session.account.id && '(you)'}{' '}
                {webhooks && <span class="tag good">webhook permission</span>}
              </p>
            </li>
          ))}
        </ul>
        <Pager label="Pages of members" {...memberPages} />
      </section>
      <section class="card" aria-labelledby="monitors">
        <h2 id="monitors">Monitors</h2>
        {!monitors && <p>Monitors need a plan.</p>}
        {monitors?.length === 0 && <p class="faint">None.</p>}
        <ul class="records">
          {monitors?.map(({ id, title, status }) => (
            <li>
              <p>
                <a href={monitorPath(id)}>
                  <bdi>{title}</bdi>
                </a>{' '}
                <MonitorStatus status={status} />
              </p>
            </li>
          ))}
        </ul>
        <Pager label="Pages of monitors" {...monitorPages} />
      </section>
    </Layout>
  );
}
