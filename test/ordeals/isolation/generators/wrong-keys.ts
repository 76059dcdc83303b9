import { type HostileGenerator, repeat, send } from '../generator.ts';

export const generator: HostileGenerator = {
  name: 'requests with wrong keys',
  attack: ({ origin }) =>
    repeat(32, (round) => {
      const key = `nw_guess_${round}`;
      return send({ origin, key }, '/api/v1/account/overview');
    }),
};
