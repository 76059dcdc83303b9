import { connect } from 'node:net';
import { type HostileGenerator, repeat, strangerAddress } from '../generator.ts';

export const generator: HostileGenerator = {
  name: 'sockets that send nothing, or half of a head',
  attack: ({ origin }) => {
    const { hostname, port } = new URL(origin);
    return repeat(
      20,
      (round) =>
        new Promise<void>((resolve) => {
          const socket = connect(
            { port: Number(port), host: hostname, localAddress: strangerAddress },
            () => {
              if (round % 2 === 0) socket.write('GET /api/v1/usage HTTP/1.1\r\nHost: a\r\nX');
              // The server closes it; until then the loop opens others.
              setTimeout(resolve, 5);
            },
          );
          socket.on('error', () => resolve());
        }),
    );
  },
};
