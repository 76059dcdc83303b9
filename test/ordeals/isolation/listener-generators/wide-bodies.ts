import { type HostileGenerator, repeat } from '../generator.ts';
import { postUnsigned } from '../unsigned-requests.ts';

const members = (count: number) =>
  Array.from({ length: count }, (_, index) => `"a${index}":${index}`).join(',');
const bodies = [
  `{${members(60_000)}}`,
  `{"id":"evt_1","type":"news.alert",${members(4000)}}`,
  `{"id":"evt_1","type":"news.alert","articles":[${'{},'.repeat(300_000)}{}]}`,
];

export const generator: HostileGenerator = {
  name: 'unsigned events with very many members',
  attack: (target) =>
    repeat(8, (round) => postUnsigned(target, bodies[round % bodies.length] ?? '', round)),
};
