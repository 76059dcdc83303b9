import { connect } from 'node:net';
import { type HostileGenerator, repeat, strangerAddress } from '../generator.ts';

export const generator: HostileGenerator = {
  name: 'pipelined requests whose responses are never read',
  attack: ({ origin, key }) => {
    const { hostname, port } = new URL(origin);
    const head = `Host: ${hostname}:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const requests = `GET /api/v1/news/latest?limit=100 HTTP/1.1\r\n${head}`.repeat(50);
    return repeat(
      4,
      () =>
        new Promise<void>((resolve) => {
          const socket = connect(
            { port: Number(port), host: hostname, localAddress: strangerAddress },
            () => {
              socket.pause();
              socket.write(requests);
              setTimeout(resolve, 50);
            },
          );
          socket.on('error', () => resolve());
        }),
    );
  },
};
