import { setTimeout as pause } from 'node:timers/promises';
import { type HostileGenerator, repeat } from '../generator.ts';
import { strangerSocket, unsignedHead } from '../unsigned-requests.ts';

const requests = `${unsignedHead('content-length: 2')}\r\n\r\n{}`.repeat(500);

export const generator: HostileGenerator = {
  name: 'pipelined unsigned events whose responses are never read',
  attack: (target) =>
    repeat(4, async () => {
      strangerSocket(target).pause().write(requests);
      await pause(20);
    }),
};
