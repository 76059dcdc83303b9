import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Milliseconds that the event loop was blocked, since the last call. */
export interface EventLoopDelay {
  /** The longest time without a turn, in which the system may have run other processes. */
  max: number;
  /** The same, of which the process computed at most this long. */
  maxComputing: number;
}

const preload = fileURLToPath(new URL('event-loop-delay.cjs', import.meta.url));

/** Environment variables of a process that reports its event-loop delay. */
export function delayEnv(socket: string) {
  return { NODE_OPTIONS: `--require ${preload}`, EVENT_LOOP_DELAY_SOCKET: socket };
}

export async function eventLoopDelay(socket: string): Promise<EventLoopDelay> {
  const delays = JSON.parse(await text(connect(socket))) as [number, number][];
  return {
    max: Math.max(0, ...delays.map(([delay]) => delay)),
    maxComputing: Math.max(0, ...delays.map(([, computing]) => computing)),
  };
}
