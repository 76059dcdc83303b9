import { type HostileGenerator, repeat } from '../generator.ts';
import { strangerSocket, unsignedHead } from '../unsigned-requests.ts';

const chunks = '1\r\nx\r\n'.repeat(10_000);

export const generator: HostileGenerator = {
  name: 'unsigned events in chunks of one byte',
  attack: (target) =>
    repeat(
      8,
      () =>
        new Promise((resolve) => {
          const socket = strangerSocket(target);
          const send = () => {
            while (socket.writable && socket.write(chunks));
          };
          socket.on('drain', send).on('close', resolve).resume();
          socket.write(`${unsignedHead('transfer-encoding: chunked')}\r\n\r\n`);
          send();
        }),
    ),
};
