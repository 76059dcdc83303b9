import type { Client } from 'newswatch';
import type { ManualClock } from 'newswatch/server';
import { startWatch } from '../../../helpers/watch.ts';

/** A server that creates alerts on request. */
export async function alertSource() {
  const { clock, server, client } = await startWatch();
  return { server, client, makeAlerts: (count: number) => makeAlerts(client, clock, count) };
}

/** Creates one alert per second of the server's clock; returns the ids of their runs, oldest first. */
async function makeAlerts(client: Client, clock: ManualClock, count: number): Promise<string[]> {
  const runs: string[] = [];
  while (runs.length < count) {
    // A monitor never finds the same item twice.
    const { id } = await client.monitors.create({ prompt: 'chip exports', on_demand: true });
    clock.advance(1000);
    runs.push((await client.monitors.run({ id })).id);
  }
  return runs;
}
