import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { binary, cli } from '../helpers/cli.ts';
import { envOf, serve, serveBy } from '../helpers/serve.ts';

/** KiB that a file of the server may grow to: enough to start. */
const largestFile = 600;

it('a server without room answers 503, loses and half-writes nothing, and works again with room', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-full-'));
  const limited = ['-c', `ulimit -f ${largestFile}; exec "$0" "$@"`, process.execPath, binary];
  const { child, ready } = await serveBy(['bash', ...limited], ['--data', folder]);
  const env = envOf(ready);
  const create = (prompt: string) => cli(['monitors', 'create', '--prompt', prompt], { env });
  const made: string[] = [];
  let refused = await create('otters 0');
  for (let number = 1; refused.code === 0; number += 1) {
    made.push(JSON.parse(refused.stdout).id);
    refused = await create(`otters ${number} ${'x'.repeat(9900)}`);
  }

  expect(made.length).toBeGreaterThan(0);
  expect(refused.code).toBe(8);
  expect(JSON.parse(refused.stdout)).toMatchObject({ error: 'unavailable' });
  const list = async (where: typeof env) => {
    const { stdout } = await cli(['monitors', 'list'], { env: where });
    return JSON.parse(stdout).monitors.map(({ id }: { id: string }) => id);
  };
  expect(await list(env)).toEqual(made);

  child.kill('SIGTERM');
  await once(child, 'exit');
  const { ready: again } = await serve('--data', folder);
  const roomy = { ...env, SERVICE_BASE_URL: again.base_url };
  expect(await list(roomy)).toEqual(made);
  const after = await cli(['monitors', 'create', '--prompt', 'after'], { env: roomy });
  expect(after.code).toBe(0);
});
