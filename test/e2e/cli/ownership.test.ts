import { expect, it } from 'vitest';
import { cli } from '../../helpers/cli.ts';
import { envFor, paidKey, testServer } from '../../helpers/server.ts';

const readerKey = 'nw_reader_0123456789';
const id = 'mon_team';

/** A server with a team's monitor, whose owner and whose other member lack the webhook permission. */
const teamServer = () =>
  testServer({
    allowPrivateWebhooks: true,
    fixture: {
      accounts: [
        { id: 'owner', keys: [paidKey] },
        { id: 'reader', keys: [readerKey] },
      ],
      teams: [{ id: 'desk', members: [{ account: 'owner' }, { account: 'reader' }] }],
      monitors: [{ id, account: 'owner', team: 'desk', prompt: 'chip exports' }],
    },
  });

it('a member without the webhook permission reads and runs a monitor, but does not change it', async () => {
  const server = await teamServer();
  const run = (...args: string[]) => cli(args, { env: envFor(server, readerKey) });
  for (const args of [
    ['monitors', 'get', id],
    ['monitors', 'run', id],
    ['monitors', 'runs', id],
  ]) {
    expect([args, (await run(...args)).code]).toEqual([args, 0]);
  }
  for (const args of [
    ['monitors', 'pause', id],
    ['monitors', 'resume', id],
    ['monitors', 'edit', id, '--title', 'Chips'],
    ['monitors', 'delete', id, '--yes'],
    [
      'delivery',
      'connect',
      '--platform',
      'webhook',
      '--webhook-url',
      server.baseUrl,
      '--monitor',
      id,
    ],
  ]) {
    const { code, stdout } = await run(...args);
    expect([args, code]).toEqual([args, 4]);
    expect(JSON.parse(stdout)).toMatchObject({
      error: 'forbidden',
      message: expect.stringContaining('webhook permission'),
    });
  }
});

it('connecting all monitors says which of them the permission is missing for', async () => {
  const server = await teamServer();
  const args = ['delivery', 'connect', '--platform', 'webhook', '--webhook-url', server.baseUrl];
  const { code, stdout, stderr } = await cli(args, { env: envFor(server) });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    channel: { not_covered: [{ monitor_id: id, reason: 'permission_missing' }] },
  });
  expect(stderr).toContain(`except ${id}: you lack the webhook permission of their teams`);
});
