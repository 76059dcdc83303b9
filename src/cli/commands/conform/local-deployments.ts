import type { Deployment, NewsInput } from 'newswatch/conformance';
import { bundles } from '../../bundles.ts';
import { SettingsPages } from './settings-pages.ts';

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
  const keys = { paid: newApiKey(), unpaid: newApiKey(), other: newApiKey(), own: newApiKey() };
  const accounts = [
    // The settings pages are those of the first account.
    { id: 'own', keys: [keys.own] },
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
  const settings = new SettingsPages(server);
  const revoked = await settings.createKey('revoked');
  await settings.revokeKey('revoked');
  const testWorld = {
    teamMonitor,
    createKey: (name: string) => settings.createKey(name),
    revokeKey: (name: string) => settings.revokeKey(name),
    setPlan: (plan: 'active' | 'none') => settings.setPlan(plan),
    now: () => clock.now(),
    addNews: async (items: readonly NewsInput[]) => {
      await Promise.all([server.addNews(items), guarded.addNews(items)]);
    },
    advance: async (milliseconds: number) => {
      clock.advance(milliseconds);
      await Promise.all([server.settled(), guarded.settled()]);
    },
  };
  const shared = { ...common, keys: { ...keys, revoked }, allowChanges: true, testWorld };
  return {
    deployments: [
      { ...shared, origin: server.baseUrl, publicAddressesOnly: false, receiver: {} },
      { ...shared, origin: guarded.baseUrl },
    ],
    close: async () => {
      await Promise.all([server.close(), guarded.close()]);
    },
  };
}
