import type { Client } from 'newswatch';
import type { ManualClock } from 'newswatch/server';
import { startWatch } from '../../../helpers/watch.ts';

/** A server that makes an alert whenever it is told to. */
export async function alertSource() {
  const { clock, server, client } = await startWatch();
  return { server, client, makeAlerts: (count: number) => makeAlerts(client, clock, count) };
}

/** One alert a second by the server's clock; the ids of their runs, oldest first. */
async function makeAlerts(client: Client, clock: ManualClock, count: number): Promise<string[]> {
  const runs: string[] = [];
  while (runs.length < count) {
    // What a monitor has found it does not find again.
    const { id } = await client.monitors.create({ prompt: 'chip exports', on_demand: true });
    clock.advance(1000);
    runs.push((await client.monitors.run({ id })).id);
  }
  return runs;
}
