import { describe, expect, it } from 'vitest';
import { ResponseCache } from '../../../../../src/server/domain/news/response-cache.ts';

function counting(most = 100_000) {
  const answers = new ResponseCache<string>(most, (answer) => answer.length);
  let made = 0;
  const ask = (question: string, state = 'now', text = 'answer') =>
    answers.get(question, state, async () => `${text} ${++made}`);
  return { answers, ask, made: () => made };
}

describe('RecentAnswers', () => {
  it('gives an answer again while the state lasts', async () => {
    const { ask } = counting();
    expect(await ask('gold')).toBe('answer 1');
    expect(await ask('tin')).toBe('answer 2');
    expect(await ask('gold')).toBe('answer 1');
  });

  it('makes every answer anew in another state, and in one that comes again', async () => {
    const { ask } = counting();
    await ask('gold', 'one');
    expect(await ask('gold', 'two')).toBe('answer 2');
    expect(await ask('gold', 'one')).toBe('answer 3');
  });

  it('makes an answer once for those who ask at the same time', async () => {
    const { ask, made } = counting();
    expect(await Promise.all([ask('gold'), ask('gold')])).toEqual(['answer 1', 'answer 1']);
    expect(made()).toBe(1);
  });

  it('does not keep what was begun in an earlier state', async () => {
    const { answers, ask } = counting();
    let finish = (_answer: string) => {};
    const slow = answers.get('gold', 'one', () => new Promise((resolve) => (finish = resolve)));
    await ask('tin', 'two');
    finish('old');
    expect(await slow).toBe('old');
    expect(await ask('gold', 'two')).toBe('answer 2');
  });

  it('keeps no failure', async () => {
    const { answers, ask } = counting();
    const failing = answers.get('gold', 'now', () => Promise.reject(new Error('away')));
    await expect(failing).rejects.toThrow('away');
    expect(await ask('gold')).toBe('answer 1');
  });

  it('lets go of what was asked for longest ago when it holds too much', async () => {
    const { ask } = counting(3_500);
    const long = 'x'.repeat(600);
    for (const question of ['a', 'b', 'c', 'a', 'd']) await ask(question, 'now', long);
    expect(await ask('a', 'now', long)).toBe(`${long} 1`);
    expect(await ask('b', 'now', long)).toBe(`${long} 5`);
  });
});
