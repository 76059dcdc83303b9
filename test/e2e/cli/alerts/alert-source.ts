import type { Client } from 'newswatch';
import type { ManualClock, RunningServer } from 'newswatch/server';
import { startWatch } from '../../../helpers/watch.ts';

/** A server that creates alerts on request. */
export async function alertSource() {
  const watch = await startWatch();
  const { server, client } = watch;
  return { server, client, makeAlerts: (count: number) => makeAlerts(watch, count) };
}

interface Watch {
  client: Client;
  clock: ManualClock;
  server: RunningServer;
}

/** Creates one alert per second of the server's clock; returns the ids of their runs, oldest first. */
async function makeAlerts({ client, clock, server }: Watch, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    // A monitor never alerts the same item twice.
    const { id } = await client.monitors.create({ prompt: 'chip exports', on_demand: true });
    ids.push(id);
  }
  // Its own word, because a version of an earlier story would not be alerted again.
  const [id = ''] = ids;
  await server.addNews([{ id, title: `Chip exports of ${id.replace('mon_', 'Port')} rise` }]);
  const runs: string[] = [];
  for (const id of ids) {
    clock.advance(1000);
    runs.push((await client.monitors.run({ id })).id);
  }
  return runs;
}
