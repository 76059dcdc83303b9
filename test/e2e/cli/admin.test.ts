import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Database } from '../../../src/storage/database.ts';
import { cli, failureIn } from '../../helpers/cli.ts';
import { createEmptyDatabase, onPostgres, postgres } from '../../helpers/postgres.ts';
import { envFor, testServer } from '../../helpers/server.ts';
import { TestBrowser } from '../../helpers/test-browser.ts';

/** A server with a data folder, and its operator's commands. */
async function operatedServer() {
  const data = mkdtempSync(join(tmpdir(), 'newswatch-admin-'));
  const server = await testServer({ data });
  const admin = (...args: string[]) => cli(['admin', ...args, '--data', data]);
  const read = async (...args: string[]) => {
    const { stdout, stderr, code } = await admin(...args);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    return JSON.parse(stdout);
  };
  const asAccount = (key: string, ...args: string[]) =>
    cli(args, { env: { ...envFor(server), SERVICE_API_KEY: key } });
  return { data, server, admin, read, asAccount };
}

describe('admin', () => {
  it('creates an account with a key and a sign-in link, while the server runs', async () => {
    const { server, admin, read, asAccount } = await operatedServer();
    const { id } = await read('accounts', 'create', 'Energy desk');
    const { api_key } = await read('keys', 'create', id, '--name', 'nightly job');
    const { stdout } = await asAccount(api_key, 'account', 'overview', '--jq', '.account.name');
    expect(stdout).toBe('Energy desk\n');
    const { url } = await read('sign-in', id, '--base-url', `${server.baseUrl}/`);
    const browser = new TestBrowser(server);
    expect((await browser.signIn(url)).location).toBe('/settings/agents');
    const { keys } = await read('keys', 'list', id);
    expect(keys).toMatchObject([{ account_id: id, name: 'nightly job' }]);
    await read('keys', 'revoke', keys[0].id, '--yes');
    expect((await asAccount(api_key, 'account', 'overview')).code).toBe(4);
    const first = await admin('accounts', 'list', '-n', '2', '-f', 'table');
    expect(first.stdout).not.toContain(id);
    const [, cursor = ''] = /there are more: add --cursor (\d+), or/.exec(first.stderr) ?? [];
    const { accounts } = await read('accounts', 'list', '-n', '1', '--cursor', cursor);
    expect(accounts).toMatchObject([{ id, plan: 'active', disabled_at: null }]);
  });

  it('disables, enables and deletes an account, with --yes for what cannot be undone', async () => {
    const { admin, read, asAccount } = await operatedServer();
    const { id } = await read('accounts', 'create', 'Guests', '--plan', 'none');
    const { api_key } = await read('keys', 'create', id, '--name', 'ci');
    for (const args of [
      ['accounts', 'disable', id],
      ['accounts', 'set-plan', id, 'none'],
      ['accounts', 'delete', id],
      ['keys', 'revoke', 'key_x'],
      ['teams', 'delete', 'team_x'],
    ]) {
      const { code, stderr } = await admin(...args);
      expect(failureIn(stderr)).toMatchObject({ error: 'confirmation_required' });
      expect(code).toBe(2);
    }
    expect((await read('accounts', 'set-plan', id, 'active')).plan).toBe('active');
    const misspelled = await admin('accounts', 'set-plan', id, 'nnone');
    expect(misspelled.stderr).toContain('no other account has the plan nnone; did you mean none?');
    expect(JSON.parse(misspelled.stdout)).toMatchObject({ plan: 'nnone' });
    const again = await admin('accounts', 'set-plan', id, 'nnones');
    expect(again.stderr).toContain('no other account has the plan nnones; did you mean none?');
    expect((await admin('accounts', 'set-plan', id, 'active')).stderr).toBe('');
    expect((await read('accounts', 'disable', id, '--yes')).disabled_at).not.toBeNull();
    expect((await asAccount(api_key, 'news', 'latest')).code).toBe(4);
    const unnamed = await admin('sign-in', id);
    expect([unnamed.code, failureIn(unnamed.stderr)['hint']]).toEqual([
      2,
      expect.stringContaining('Add --base-url'),
    ]);
    const signIn = await admin('sign-in', id, '--base-url', 'http://127.0.0.1:8787');
    expect(signIn.code).toBe(1);
    expect(failureIn(signIn.stderr)).toMatchObject({
      error: 'change_refused',
      hint: expect.stringContaining('admin accounts enable'),
    });
    await read('accounts', 'enable', id);
    expect((await asAccount(api_key, 'news', 'latest')).code).toBe(0);
    expect(await read('accounts', 'delete', id, '--yes')).toEqual({ deleted: { id, monitors: 0 } });
    expect((await admin('accounts', 'get', id)).code).toBe(5);
  });

  it('makes teams whose members may connect webhooks or not', async () => {
    const { read, admin } = await operatedServer();
    const { id } = await read('teams', 'create', 'Desk');
    await read('teams', 'set-member', id, 'paid', '--webhooks');
    const team = await read('teams', 'set-member', id, 'unpaid');
    expect(team).toEqual({
      id,
      name: 'Desk',
      members: [
        { account_id: 'paid', webhooks: true },
        { account_id: 'unpaid', webhooks: false },
      ],
    });
    expect(await read('teams', 'list')).toEqual({
      teams: [team],
      has_more: false,
      next_cursor: null,
    });
    expect(await read('teams', 'set-member', id, 'paid')).toEqual(team);
    expect(await read('teams', 'set-member', id, 'paid', '--no-webhooks')).toMatchObject({
      members: [{ webhooks: false }, { webhooks: false }],
    });
    expect((await admin('teams', 'remove-member', id, 'paid')).code).toBe(2);
    expect((await read('teams', 'remove-member', id, 'paid', '--yes')).members).toHaveLength(1);
    const again = await admin('teams', 'remove-member', id, 'paid', '--yes');
    expect(again.code).toBe(1);
    expect(failureIn(again.stderr)).toMatchObject({
      error: 'change_refused',
      hint: expect.stringContaining('admin teams get'),
    });
    expect(await read('teams', 'delete', id, '--yes')).toEqual({ deleted: { id } });
  });

  it.each([
    ['a folder without a store', ['--data', join(tmpdir(), 'newswatch-nothing')], 1, 'Name the'],
    [
      'a database that does not respond',
      ['--database', 'postgres://a:b@127.0.0.1:1/x'],
      1,
      'Check that the database runs',
    ],
    ['an address that is no database', ['--database', 'mysql://a@b/c'], 2, 'Only PostgreSQL'],
    [
      'a password that is not percent-encoded',
      ['--database', 'postgres://a:b?@b/c'],
      2,
      "'?' is %3F",
    ],
  ])('is refused with %s', async (_what, location, exit, hint) => {
    const { code, stdout, stderr } = await cli(['admin', 'accounts', 'list', ...location]);
    expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({
      exit_code: exit,
      hint: expect.stringContaining(hint),
    });
  });

  it('says in its help that an unknown id ends each command that has one', async () => {
    const { data } = await operatedServer();
    const { stdout } = await cli(['schema', 'admin', '--full']);
    const { commands } = JSON.parse(stdout) as {
      commands: {
        command: string;
        arguments: { name: string }[];
        flags: { flag: string; required: boolean }[];
        exit_codes: { code: number }[];
      }[];
    };
    let count = 0;
    for (const command of commands) {
      const names = command.arguments.map(({ name }) => name);
      const hasId = names.some((name) => ['account', 'team', 'key', 'id'].includes(name));
      const declared = command.exit_codes.map(({ code }) => code);
      expect([command.command, declared.includes(5)]).toEqual([command.command, hasId]);
      if (!hasId) continue;
      const flags = command.flags.flatMap(({ flag, required }) => {
        if (flag === '--yes') return ['--yes'];
        return required ? [flag, 'x'] : [];
      });
      const { code } = await cli(
        [
          'admin',
          ...command.command.split(' ').slice(1),
          ...names.map(() => 'nope'),
          ...flags,
          '--data',
          data,
        ],
        { env: { SERVICE_BASE_URL: 'https://news.example.com' } },
      );
      expect([command.command, code]).toEqual([command.command, 5]);
      count += 1;
    }
    expect(count).toBeGreaterThan(12);
  });

  it('is refused with a store that is damaged', async () => {
    const data = mkdtempSync(join(tmpdir(), 'newswatch-admin-'));
    writeFileSync(join(data, 'newswatch.db'), 'not a database');
    const { code, stderr } = await cli(['admin', 'accounts', 'list', '--data', data]);
    expect([code, failureIn(stderr)['error']]).toEqual([1, 'cannot_open_store']);
  });

  it('is refused with a store of another version, or of another program', async () => {
    const { data, server, admin } = await operatedServer();
    await server.close();
    const file = join(data, 'newswatch.db');
    const messageAfter = async (script: string) => {
      const database = Database.open(file);
      database.script(script);
      database.close();
      const { code, stderr } = await admin('accounts', 'list');
      expect(code).toBe(1);
      return failureIn(stderr)['message'];
    };
    expect(await messageAfter('PRAGMA application_id = 7')).toContain('with other tables');
    expect(await messageAfter('PRAGMA user_version = 9999')).toContain('use a newer newswatch');
    expect(await messageAfter('PRAGMA user_version = 0')).toContain('tables of another program');
  });

  it.skipIf(!postgres)(`is refused with another database ${onPostgres}`, async () => {
    const database = await createEmptyDatabase();
    const messageOf = async () =>
      failureIn((await cli(['admin', 'accounts', 'list', '--database', database])).stderr)[
        'message'
      ];
    expect(await messageOf()).toContain('there is no newswatch store in the database');
    // It created nothing.
    expect(await messageOf()).toContain('there is no newswatch store in the database');
  });

  it('checks values and fields before it changes anything', async () => {
    const { admin, read } = await operatedServer();
    const before = await read('accounts', 'list');
    for (const args of [
      ['accounts', 'create', 'New', '--fields', 'nme'],
      ['accounts', 'create', '  '],
      ['accounts', 'create', 'New', '--plan', 'Gold plan'],
      ['accounts', 'set-plan', 'paid', 'Gold'],
      ['accounts', 'list', '--limit', '0'],
    ]) {
      expect((await admin(...args)).code).toBe(2);
    }
    expect(await read('accounts', 'list')).toEqual(before);
  });
});
