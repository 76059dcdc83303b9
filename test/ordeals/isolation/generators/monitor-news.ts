import { type HostileGenerator, repeat, send } from '../generator.ts';
import { hostilePrompts } from './long-prompts.ts';

export const generator: HostileGenerator = {
  name: 'the news of 100 monitors with such prompts',
  async attack(target) {
    for (let index = 0; index < 100; index += 1) {
      const prompt = hostilePrompts[index % hostilePrompts.length];
      await send(target, '/api/v1/monitors', { prompt });
    }
    await repeat(4, () => send(target, '/api/v1/news/mine'));
  },
};
