import { type HostileGenerator, repeat, send } from '../generator.ts';
import { hostilePrompts } from './long-prompts.ts';

export const generator: HostileGenerator = {
  name: 'queries of 10,000 characters',
  attack: (target) =>
    repeat(8, (round) => {
      const query = `${round} ${hostilePrompts[round % hostilePrompts.length]}`.slice(0, 10_000);
      return send(target, '/api/v1/news/search', { query, limit: 100 });
    }),
};
