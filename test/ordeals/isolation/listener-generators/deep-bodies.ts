import { type HostileGenerator, repeat } from '../generator.ts';
import { postUnsigned } from '../unsigned-requests.ts';

const depth = 170_000;
const bodies = [
  '['.repeat(depth),
  `${'['.repeat(depth)}${']'.repeat(depth)}`,
  `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
  `{"id":"evt_1","type":"news.alert","articles":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
];

export const generator: HostileGenerator = {
  name: 'deeply nested unsigned events',
  attack: (target) =>
    repeat(8, (round) => postUnsigned(target, bodies[round % bodies.length] ?? '', round)),
};
