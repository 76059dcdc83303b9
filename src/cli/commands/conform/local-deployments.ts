import type { Deployment } from 'newswatch/conformance';
import { bundles } from '../../bundles.ts';

type Deployments = [Deployment, ...Deployment[]];

interface LocalDeployments {
  deployments: Deployments;
  close(): Promise<void>;
}

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
  const keys = { paid: newApiKey(), unpaid: newApiKey(), other: newApiKey() };
  const accounts = [
    { id: 'paid', keys: [keys.paid] },
    { id: 'other', keys: [keys.other] },
    { id: 'unpaid', plan: 'none' as const, keys: [keys.unpaid] },
  ];
  const clock = new ManualClock(Date.now());
  const base = { data: ':memory:', sample: true, clock, fixture: { accounts } };
  const server = await startServer({ ...base, allowPrivateWebhooks: true });
  const guarded = await startServer(base);
  const testWorld = {
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
