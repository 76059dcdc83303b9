import type { Deployment } from 'newswatch/conformance';
import type { RunningServer } from 'newswatch/server';
import { bundles } from '../../bundles.ts';

type Deployments = [Deployment, ...Deployment[]];

interface LocalDeployments {
  deployments: Deployments;
  close(): Promise<void>;
}

const teamMonitor = 'mon_team';

/** A program for agentic monitors that returns all candidates. */
const agent = [
  process.execPath,
  '-e',
  `let input = '';
process.stdin.on('data', (chunk) => { input += chunk; }).on('end', () => {
  const results = JSON.parse(input).candidates.map(({ id, title, description, url }) =>
    ({ id, title, summary: description, links: url ? [{ url }] : [] }));
  process.stdout.write(JSON.stringify({ results }));
});`,
] as const;

/**
 * Starts the bundled server for the checks, with accounts, sample news and a clock that the checks
 * can move. It runs twice: a server that sends webhooks to a receiver on this machine cannot also
 * show that it rejects private addresses.
 *
 * @param common the rest of each deployment
 */
export async function startLocalDeployments(
  common: Pick<Deployment, 'command' | 'timeout'>,
): Promise<LocalDeployments> {
  const { ManualClock, newApiKey, startServer } = await bundles.server();
  const keys = { paid: newApiKey(), unpaid: newApiKey(), other: newApiKey(), revoked: newApiKey() };
  const accounts = [
    // The first account is that of the sign-in link.
    { id: 'former', keys: [keys.revoked] },
    { id: 'paid', keys: [keys.paid] },
    { id: 'other', keys: [keys.other] },
    { id: 'unpaid', plan: 'none' as const, keys: [keys.unpaid] },
  ];
  const teams = [
    {
      id: 'desk',
      members: [
        { account: 'other', webhooks: true },
        { account: 'paid', webhooks: false },
      ],
    },
  ];
  const monitors = [{ id: teamMonitor, team: 'desk', prompt: 'otters' }];
  const clock = new ManualClock(Date.now());
  const base = {
    data: ':memory:',
    sample: true,
    clock,
    fixture: { accounts, teams, monitors },
    agent,
  };
  const server = await startServer({ ...base, allowPrivateWebhooks: true });
  const guarded = await startServer(base);
  await Promise.all([revokeOnlyKey(server), revokeOnlyKey(guarded)]);
  const testWorld = {
    teamMonitor,
    now: () => clock.now(),
    advance: async (milliseconds: number) => {
      clock.advance(milliseconds);
      await Promise.all([server.settled(), guarded.settled()]);
    },
  };
  const shared = { ...common, keys, allowChanges: true, testWorld };
  return {
    deployments: [
      { ...shared, origin: server.base_url, publicAddressesOnly: false, receiver: {} },
      { ...shared, origin: guarded.base_url },
    ],
    close: async () => {
      await Promise.all([server.close(), guarded.close()]);
    },
  };
}

/** Revokes the only key of the first account in the settings, as a user does. */
async function revokeOnlyKey(server: RunningServer): Promise<void> {
  const { base_url: origin } = server;
  const post = (path: string, fields: Record<string, string>, cookie = '') =>
    fetch(origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, cookie },
      body: new URLSearchParams(fields),
    });
  const signedIn = await post('/sign-in', { link: await server.settingsUrl() });
  const cookies = signedIn.headers.getSetCookie().map((each) => each.replace(/;.*/, ''));
  const cookie = cookies.join('; ');
  const page = await (await fetch(`${origin}/settings/agents`, { headers: { cookie } })).text();
  const field = (name: string) =>
    new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
  const fields = { form_token: field('form_token'), id: field('id') };
  await post('/settings/agents/revoke-key', fields, cookie);
}
