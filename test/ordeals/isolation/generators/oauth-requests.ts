import { type HostileGenerator, repeat, send } from '../generator.ts';

const state = 'x'.repeat(12_000);

export const generator: HostileGenerator = {
  name: 'anonymous OAuth requests with long parameters',
  attack: ({ origin }) =>
    repeat(16, (round) => {
      const path = `/oauth/authorize?client_id=${round}&response_type=code&state=${state}`;
      return send({ origin, key: '' }, path);
    }),
};
