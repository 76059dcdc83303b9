import { type HostileGenerator, repeat } from '../generator.ts';
import { postUnsigned } from '../unsigned-requests.ts';

const body = JSON.stringify({ id: 'evt_1', type: 'news.alert', text: 'x'.repeat(1_000_000) });

export const generator: HostileGenerator = {
  name: 'unsigned events of 1 MB',
  attack: (target) => repeat(8, (round) => postUnsigned(target, body, round)),
};
