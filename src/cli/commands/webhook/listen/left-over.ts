import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { RawClient } from '../../../../client/raw-client.ts';
import { operations } from '../../../../contract/operations.ts';
import { isAlive } from '../../../../node/is-alive.ts';
import { type CallOptions, namedChannels } from './named-channels.ts';

/** The machine and the process that made a connection. */
interface Maker {
  /** A part of the hash of its name: the service need not know the name. */
  machine: string;
  pid: number;
}

function self(): Maker {
  const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
  return { machine, pid: process.pid };
}

const namePattern = /^newswatch webhook listen \((\w+), pid (\d+)\)$/;

/** The name of the connection of this process, by which a later one recognizes what it left behind. */
export function connectionName({ machine, pid }: Maker = self()): string {
  return `newswatch webhook listen (${machine}, pid ${pid})`;
}

/**
 * Whether a connection was left behind by a `webhook listen --connect` that was killed: by an ended
 * process of this machine, or for the URL that this process is going to use.
 */
export function isLeftOver(
  { name, webhook_url }: { name: string; webhook_url: string },
  { machine, pid, url, isAlive }: Maker & { url: string; isAlive: (pid: number) => boolean },
): boolean {
  const [, otherMachine, otherPid] = namePattern.exec(name) ?? [];
  if (otherPid === undefined) return false;
  if (otherMachine !== machine) return webhook_url === url;
  // In containers, each first process has the same id.
  return Number(otherPid) === pid || !isAlive(Number(otherPid));
}

/**
 * Removes connections of ended processes, which would otherwise get every event of the account.
 *
 * @returns a sentence for each connection that was removed, or could not be removed
 */
export async function removeLeftOvers(
  client: RawClient,
  url: string,
  options: CallOptions,
): Promise<string[]> {
  const notes: string[] = [];
  const { disconnect } = operations.delivery;
  const listener = { ...self(), url, isAlive };
  for (const channel of await namedChannels(client, options)) {
    if (!isLeftOver(channel, listener)) continue;
    const { id } = channel;
    const { status } = await client.call(disconnect, { channel_id: id }, options);
    notes.push(
      status < 400
        ? `removed the connection ${id}, which an earlier webhook listen left behind`
        : `an earlier webhook listen left the connection ${id} behind; remove it: newswatch delivery disconnect ${id}`,
    );
  }
  return notes;
}
