import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../helpers/cli.ts';
import { envFor, testServer } from '../../helpers/server.ts';

const create = (prompt: string, ...flags: string[]) => [
  ...['monitors', 'create', '--prompt', prompt],
  ...flags,
];

describe('a prompt', () => {
  const canary = join(tmpdir(), `newswatch-canary-${process.pid}`);

  it.each([
    ['a shell command', `$(touch ${canary}); \`touch ${canary}\` && touch ${canary}`],
    ['SQL', "'); DROP TABLE monitors; DELETE FROM keys WHERE ('' = '"],
    ['the syntax of a full-text query', 'NEAR("a" b, 5) OR title: * ^ -'],
    ['markup', '<script>alert(1)</script>'],
  ])('that is %s is ordinary text', async (_what, prompt) => {
    const env = envFor(await testServer());
    const { code, stdout } = await cli(create(prompt), { env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ prompt, preview: { status: 'completed' } });
    const { monitors } = JSON.parse((await cli(['monitors', 'list'], { env })).stdout);
    expect(monitors).toHaveLength(1);
    expect(existsSync(canary)).toBe(false);
  });

  it.each([
    ['', '--prompt must not be empty'],
    [' \n', '--prompt must not be empty'],
    ['x'.repeat(100_000), '--prompt must be at most 10000 characters'],
  ])('of the wrong length is rejected by name', async (prompt, message) => {
    const env = envFor({ baseUrl: 'http://127.0.0.1:9' });
    const { code, stderr } = await cli(create(prompt), { env });
    expect(code).toBe(2);
    expect(failureIn(stderr)['message']).toContain(message);
    expect(stderr.length).toBeLessThan(1000);
  });
});

it.each(['0', '0m', '1m', '-5m', '36500d', '1e9', 'soon', ''])(
  '--every %j is rejected with what it takes',
  async (every) => {
    const env = envFor({ baseUrl: 'http://127.0.0.1:9' });
    const { code, stderr } = await cli(create('otters', '--every', every), { env });
    expect(code).toBe(2);
    const message = String(failureIn(stderr)['message']);
    expect(message).toMatch(/--every must be from 5 to 43200 minutes: .*a duration such as 30m/);
    if (every) expect(message).toContain(`(got "${every}")`);
  },
);
