import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cli } from '../helpers/cli.ts';
import { closing } from '../helpers/closing.ts';
import { codeBlocks, project, readDocument } from '../helpers/documents.ts';
import { pollUntil } from '../helpers/eventually.ts';
import { freePort } from '../helpers/free-port.ts';

it('the start file of examples/README.md saves an event once, also after a crash', async () => {
  const [program = ''] = codeBlocks(readDocument('examples/README.md'), 'js');
  const events = join(mkdtempSync(join(tmpdir(), 'newswatch-example-')), 'events');
  mkdirSync(events);
  const saved = join(events, 'evt_1.json');
  // The process has ended before the event was written.
  writeFileSync(saved, '');
  const body = '{"id":"evt_1","type":"news.alert"}';
  const port = String(await freePort());
  const env = { SERVICE_WEBHOOK_SECRET: 'whsec_0123456789abcdef' };
  const receiver = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(project, 'examples'),
    env: { ...env, EVENTS: events, PORT: port },
    stdio: 'ignore',
  });
  closing({ close: async () => receiver.kill() });
  const send = () =>
    cli(['webhook', 'send', `http://127.0.0.1:${port}/hook`, '--body', '-'], {
      env,
      input: body,
    });
  await pollUntil(async () => (await send()).code === 0, 20_000);
  expect((await send()).code).toBe(0);
  expect(readdirSync(events)).toEqual(['evt_1.json']);
  expect(readFileSync(saved, 'utf8')).toBe(body);
});
