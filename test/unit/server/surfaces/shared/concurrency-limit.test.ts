import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit } from '../../../../../src/server/surfaces/shared/concurrency-limit.ts';

/** Tasks that run until they are finished by name. */
function tasks() {
  const limit = new ConcurrencyLimit({
    maxRunning: 2,
    maxWaiting: 1,
    excess: () => new Error('too many'),
  });
  const started: string[] = [];
  const finish = new Map<string, (failure?: Error) => void>();
  const run = (key: string, name: string) =>
    limit
      .run(key, () => {
        started.push(name);
        return new Promise<string>((resolve, reject) => {
          finish.set(name, (failure) => (failure ? reject(failure) : resolve(name)));
        });
      })
      .catch(({ message }: Error) => message);
  return { run, started, finish };
}

describe('tasks of one key', () => {
  it('wait beyond the limit, and start in order', async () => {
    const { run, started, finish } = tasks();
    const results = ['first', 'second', 'third'].map((name) => run('a', name));
    expect(started).toEqual(['first', 'second']);
    finish.get('second')?.();
    await results[1];
    expect(started).toEqual(['first', 'second', 'third']);
  });

  it('are rejected if too many wait', async () => {
    const { run, started, finish } = tasks();
    const results = ['first', 'second', 'third', 'fourth'].map((name) => run('a', name));
    expect(await results[3]).toBe('too many');
    finish.get('first')?.();
    await results[0];
    expect(started).toEqual(['first', 'second', 'third']);
  });

  it('let others run while they wait for the client, and then continue before new ones', async () => {
    const limit = new ConcurrencyLimit({
      maxRunning: 1,
      maxWaiting: 2,
      excess: () => new Error('too many'),
    });
    const steps: string[] = [];
    let arrive = () => {};
    const body = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const slow = limit.run('a', async ({ leave }) => {
      steps.push('slow starts');
      await leave(() => body);
      steps.push('slow continues');
    });
    const others = ['second', 'third'].map((name) =>
      limit.run('a', async () => {
        steps.push(name);
        arrive();
        await new Promise(setImmediate);
      }),
    );
    await Promise.all([slow, ...others]);
    expect(steps).toEqual(['slow starts', 'second', 'slow continues', 'third']);
  });

  it('do not wait for those of other keys', () => {
    const { run, started } = tasks();
    for (const name of ['first', 'second', 'third']) void run('a', name);
    void run('b', 'other');
    expect(started).toEqual(['first', 'second', 'other']);
  });

  it('make room if they fail', async () => {
    const { run, started, finish } = tasks();
    const [first] = ['first', 'second', 'third'].map((name) => run('a', name));
    finish.get('first')?.(new Error('failed'));
    expect(await first).toBe('failed');
    expect(started).toEqual(['first', 'second', 'third']);
    for (const name of ['second', 'third']) finish.get(name)?.();
    await new Promise(setImmediate);
    for (const name of ['fourth', 'fifth', 'sixth']) void run('a', name);
    expect(started.slice(3)).toEqual(['fourth', 'fifth']);
  });
});
