import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FixtureInput } from 'newswatch/server';
import { describe, expect, it } from 'vitest';
import { statusWords } from '../../../src/server/surfaces/pages/delivery-words.ts';
import { cli, failureIn } from '../../helpers/cli.ts';
import { createEmptyDatabase, postgres } from '../../helpers/postgres.ts';
import { envOf, type Ready, serve } from '../../helpers/serve.ts';
import { TestBrowser } from '../../helpers/test-browser.ts';
import { everyState, lapsedKey, worldKey } from '../../helpers/world.ts';

async function fixtureFile(fixture: FixtureInput | object): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'newswatch-fixture-')), 'fixture.json');
  await writeFile(path, JSON.stringify(fixture), { mode: 0o600 });
  return path;
}

/** Runs a command that must succeed and returns its JSON. */
async function run(ready: Ready, command: string, key = worldKey) {
  const env = { ...envOf(ready), SERVICE_API_KEY: key };
  const { code, stdout, stderr } = await cli(command.split(' '), { env });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return JSON.parse(stdout);
}

async function signedIn({ base_url: baseUrl, settings_url }: Ready): Promise<TestBrowser> {
  const browser = new TestBrowser({ baseUrl });
  await browser.signIn(settings_url);
  return browser;
}

const statuses = (records: readonly { status: string }[]) =>
  [...new Set(records.map(({ status }) => status))].sort();

describe.each(postgres ? ['SQLite', 'PostgreSQL'] : ['SQLite'])(
  'serve --fixture on %s',
  (store) => {
    async function storeFlags(): Promise<string[]> {
      if (store === 'PostgreSQL') return ['--database', await createEmptyDatabase()];
      return ['--data', await mkdtemp(join(tmpdir(), 'newswatch-fixture-'))];
    }

    it('shows every state, and brings nothing back at the next start', async () => {
      const fixture = await fixtureFile(everyState('https://hooks.example.com'));
      const flags = [...(await storeFlags()), '--fixture', fixture];
      const first = await serve(...flags);
      const { ready } = first;
      expect(ready.api_key).toBe(worldKey);

      const { monitors } = await run(ready, 'monitors list');
      expect(statuses(monitors)).toEqual(['active', 'paused']);
      const { channels, webhook_deliveries } = await run(ready, 'delivery get');
      expect(statuses(channels)).toEqual(['active', 'disabled', 'ended', 'paused']);
      const deliveryStates = ['delivered', 'exhausted', 'failed', 'pending', 'retrying', 'stopped'];
      expect(statuses(webhook_deliveries)).toEqual(deliveryStates);
      expect((await run(ready, 'monitors runs mon_hourly')).runs).toHaveLength(3);
      expect((await run(ready, 'alerts list --since 6h')).alerts).toMatchObject([
        { id: 'alert_skipped' },
        { id: 'alert_manual' },
        { id: 'alert_hourly' },
      ]);
      expect((await run(ready, 'briefings list')).briefings).toMatchObject([
        { id: 'brief_1', monitors: [{ monitor_id: 'mon_hourly', alerts: 1 }] },
      ]);
      expect(await run(ready, 'profile get')).toMatchObject({ time_zone: 'Asia/Tokyo' });
      expect(await run(ready, 'usage')).toMatchObject({ quota: null });

      const browser = await signedIn(ready);
      const { text } = await browser.get('/settings/delivery');
      for (const { label } of Object.values(statusWords)) expect(text).toContain(label);

      await run(ready, 'monitors delete mon_manual --yes');
      await run(ready, 'delivery disconnect chan_active --yes');
      await run(ready, 'profile update --name Changed');
      const agents = await browser.get('/settings/agents');
      const id = /key_\w+/.exec(agents.text)?.[0] ?? '';
      await browser.submit('/settings/agents', '/settings/agents/revoke-key', { id });
      await first.end('SIGTERM');

      const second = await serve(...flags);
      expect(second.ready.api_key).toBe(lapsedKey);
      const env = { ...envOf(second.ready), SERVICE_API_KEY: worldKey };
      expect((await cli(['usage'], { env })).code).toBe(4);
      const owner = await signedIn(second.ready);
      await owner.submit('/settings/agents', '/settings/agents/make-key', { name: 'new' });
      const key = /nw_[\w-]{20,}/.exec((await owner.get('/settings/agents')).text)?.[0] ?? '';
      const left = await run(second.ready, 'monitors list', key);
      expect(left.monitors.map((each: { id: string }) => each.id)).not.toContain('mon_manual');
      expect(left.monitors).toHaveLength(monitors.length - 1);
      const delivery = await run(second.ready, 'delivery get', key);
      expect(delivery.channels).toHaveLength(channels.length - 1);
      expect(await run(second.ready, 'profile get', key)).toMatchObject({ name: 'Changed' });
      expect((await run(second.ready, 'alerts list', key)).alerts).toHaveLength(4);
    });
  },
);

describe('serve --fixture', () => {
  it('refuses a fixture that contradicts itself, with every problem', async () => {
    const fixture = await fixtureFile({
      accounts: [{ id: 'a', keys: ['nw_secret_key'] }, { id: 'b' }],
      monitors: [
        { id: 'm', account: 'a', prompt: 'x', status: 'paused', next_run_at: '+1h' },
        { id: 'n', account: 'nobody', prompt: 'x' },
      ],
      connections: [
        { id: 'c', account: 'b', monitor: 'm', webhook_url: 'https://hooks.example.com/' },
      ],
      deliveries: [
        { id: 'e', connection: 'c', status: 'delivered', attempts: 0, created_at: '-1h' },
      ],
    });
    const { code, stdout, stderr } = await cli([
      'serve',
      ...['--port', '0', '--data', ':memory:', '--fixture', fixture],
    ]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const message = String(failureIn(stderr)['message']);
    expect(message).toContain('monitors[0].next_run_at: must be absent if the monitor is paused');
    expect(message).toContain('monitors[1].account: "nobody" is not the id of an account');
    expect(message).toContain('connections[0].monitor: belongs to another account than "b"');
    expect(message).toContain('deliveries[0].attempts: must be 1 to 24');
    expect(stderr).not.toContain('nw_secret_key');
  });
});
