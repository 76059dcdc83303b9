import { readFile } from 'node:fs/promises';
import { createClient } from 'newswatch';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { addNewsTo } from '../../helpers/add-news.ts';
import { cli, failureIn } from '../../helpers/cli.ts';
import { closing } from '../../helpers/closing.ts';
import { pollUntil } from '../../helpers/eventually.ts';
import { freePort } from '../../helpers/free-port.ts';
import { pgbouncerProgram, pooled } from '../../helpers/pgbouncer.ts';
import { createEmptyDatabase, onPostgres, postgres } from '../../helpers/postgres.ts';
import { PostgresCluster, postgresPrograms, query } from '../../helpers/postgres-cluster.ts';
import { type RunningServe, serve, serveWith } from '../../helpers/serve.ts';
import { webhookReceiver } from '../../helpers/webhook-receiver.ts';

function clientOf({ ready }: Pick<RunningServe, 'ready'>, apiKey = ready.api_key ?? '') {
  return closing(createClient({ baseUrl: ready.base_url, apiKey, retries: 0 }));
}

const startFails = async (database: string) => {
  const { code, stdout, stderr } = await cli(['serve', '--port', '0', '--database', database]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  const { password } = new URL(database);
  expect(stderr).not.toContain(password);
  return String(failureIn(stderr)['message']);
};

describe('serve --database', () => {
  it.each([
    ['', 'but it is empty', 'serve --help'],
    ['mysql://user:hidden@host/db', 'must be a URL of the form postgres://', 'Only PostgreSQL'],
    ['postgres://user:a#b@host/db', 'must be a URL of the form postgres://', 'Percent-encode'],
  ])('names what is wrong with "%s"', async (database, message, hint) => {
    const { code, stderr } = await cli(['serve', '--port', '0', '--database', database]);
    expect(code).toBe(2);
    expect(failureIn(stderr)).toMatchObject({ message: expect.stringContaining(message) });
    expect(String(failureIn(stderr)['hint'])).toContain(hint);
  });

  it.each([
    [['--database', 'news.db'], {}],
    [['--database', 'mysql://user:hidden@host/db'], {}],
    [[], { DATABASE_URL: 'mysql://user:hidden@host/db' }],
    // Passwords that are not percent-encoded, so that part of them is parsed as another part of the URL.
    [['--database', 'postgres://user:p@ss/hidden@host/db'], {}],
    [['--database', 'postgres://user:p@ss?hidden@host/db'], {}],
    [['--database', 'postgres://user:p@ss#hidden@host/db'], {}],
    [[], { DATABASE_URL: 'postgres://user:12#hidden' }],
  ])('accepts only the URL of a PostgreSQL database: %j %j', async (flags, env) => {
    const { code, stderr } = await cli(['serve', ...flags], { env });
    expect(code).toBe(2);
    expect(failureIn(stderr)).toMatchObject({ error: 'invalid_value' });
    expect(stderr).toContain(flags[0] ?? 'DATABASE_URL');
    expect(stderr).not.toContain('hidden');
  });

  it('cannot be combined with --data', async () => {
    const flags = ['--data', ':memory:', '--database', 'postgres://host/db'];
    const { code, stderr } = await cli(['serve', ...flags]);
    expect(code).toBe(2);
    expect(failureIn(stderr)).toMatchObject({ error: 'conflicting_option' });
  });

  it('names an unreachable database, without its password', async () => {
    const port = await freePort();
    const message = await startFails(`postgres://news:hidden@127.0.0.1:${port}/news`);
    expect(message).toContain(`postgres://news:***@127.0.0.1:${port}/news`);
    expect(message).toContain('ECONNREFUSED');
  });

  it('ignores DATABASE_URL if --data is given', async () => {
    const env = { DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/news` };
    const { ready } = await serveWith({ env }, '--data', ':memory:');
    expect(ready.data).toBe(':memory:');
  });
});

describe.skipIf(!postgres)(`serve --database ${onPostgres}`, () => {
  it('serves everything and prints its database without the password', async () => {
    const database = await createEmptyDatabase();
    const flags = ['--sample', '--allow-private-webhooks', '--database', database];
    const running = await serveWith(
      { env: { DATABASE_URL: 'postgres://nowhere.invalid/' } },
      ...flags,
    );
    const { password, host } = new URL(database);
    expect(running.ready.data).toContain(`:***@${host}/`);
    const client = clientOf(running);
    const found = await client.news.search({ query: 'chip exports' });
    expect(found.items.length).toBeGreaterThan(0);
    const receiver = await webhookReceiver(204);
    await client.delivery.connect({ platform: 'webhook', webhook_url: receiver.url });
    const monitor = await client.monitors.create({ prompt: 'Tell me about chip exports' });
    await addNewsTo(['--database', database], [{ title: 'Chip exports rise' }]);
    await client.monitors.run({ id: monitor.id });
    const { channels } = await client.delivery.get();
    await client.delivery.test({ channel_id: channels[0]?.id ?? '' });
    expect(receiver.ids().length).toBeGreaterThan(0);
    expect((await client.usage()).requests).toBeGreaterThan(3);
    expect(await running.end('SIGTERM')).toBe(143);
    expect(JSON.stringify(running.output)).not.toContain(password);

    const again = await serveWith({ env: { DATABASE_URL: database } });
    expect(again.ready.api_key).toBeUndefined();
    const { monitors } = await clientOf(again, running.ready.api_key).monitors.list();
    expect(monitors.map(({ id }) => id)).toEqual([monitor.id]);
  });

  it('starts in several processes at once, one of which creates the first key', async () => {
    const database = await createEmptyDatabase();
    const running = await Promise.all(
      [1, 2, 3].map(() => serve('--sample', '--database', database)),
    );
    const keys = running.flatMap(({ ready }) => ready.api_key ?? []);
    expect(keys).toHaveLength(1);
    for (const each of running) {
      const { items } = await clientOf(each, keys[0]).news.latest();
      expect(items.length).toBeGreaterThan(0);
    }
  });

  it('rejects a wrong password and a missing database', async () => {
    const database = await createEmptyDatabase();
    const wrong = new URL(database);
    wrong.password = 'p%40ss-that-is-wrong';
    expect(await startFails(wrong.href)).toContain('password authentication failed');
    const absent = new URL(database);
    absent.pathname = '/absent';
    expect(await startFails(absent.href)).toContain('"absent" does not exist');
  });

  it('exits immediately if a required password is missing', async () => {
    const database = new URL(await createEmptyDatabase());
    database.password = '';
    // PostgreSQL itself would close such a connection only after a minute.
    const { code, stderr } = await cli(['serve', '--port', '0', '--database', database.href]);
    expect(code).toBe(1);
    expect(failureIn(stderr)).toMatchObject({ error: 'cannot_start' });
    expect(failureIn(stderr)['message']).toContain(
      'it wants a password: write it into the URL, or set PGPASSWORD',
    );
  });

  it('rejects a read-only database', async () => {
    const database = await createEmptyDatabase();
    const name = new URL(database).pathname.slice(1);
    await query(database, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    expect(await startFails(database)).toContain('read-only');
  });

  it('rejects a database that is not UTF-8', async () => {
    const options = "ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0";
    expect(await startFails(await createEmptyDatabase(options))).toContain('SQL_ASCII');
  });

  it('rejects the schema of a newer version, also when it changes later', async () => {
    const database = await createEmptyDatabase();
    const { ready } = await serve('--database', database);
    await query(database, 'UPDATE newswatch_schema SET version = version + 1');
    expect(await startFails(database)).toContain('use a newer newswatch');
    expect((await fetch(`${ready.base_url}/healthz`)).status).toBe(503);
  });

  it('responds with 503 while its tables are missing, as during a restore', async () => {
    const database = await createEmptyDatabase();
    const { ready } = await serve('--database', database);
    const { base_url, api_key } = ready;
    const headers = { authorization: `Bearer ${api_key}` };
    const statuses = async () => [
      (await fetch(`${base_url}/healthz`)).status,
      (await fetch(`${base_url}/api/v1/news/latest`, { headers })).status,
    ];
    await query(database, 'ALTER SCHEMA public RENAME TO away');
    expect(await statuses()).toEqual([503, 503]);
    await query(database, 'ALTER SCHEMA away RENAME TO public');
    expect(await statuses()).toEqual([200, 200]);
  });

  it('reports 503 on /healthz within seconds when the database hangs', async () => {
    const database = await createEmptyDatabase();
    const { ready } = await serve('--database', database);
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    closing({ close: () => client.end() });
    await client.query('BEGIN; LOCK TABLE newswatch_schema IN ACCESS EXCLUSIVE MODE');
    // The timeout of a statement is longer than that of a test.
    expect((await fetch(`${ready.base_url}/healthz`)).status).toBe(503);
    await client.query('ROLLBACK');
    expect((await fetch(`${ready.base_url}/healthz`)).status).toBe(200);
  });

  it.runIf(process.platform === 'linux')(
    'hides the password of its arguments from the process list',
    async () => {
      const database = await createEmptyDatabase();
      const running = await serve('--database', database);
      const listed = await readFile(`/proc/${running.child.pid}/cmdline`, 'utf8');
      expect(listed).toContain('newswatch');
      expect(listed).not.toContain(new URL(database).password);
    },
  );

  it('does not touch the tables of another program', async () => {
    const database = await createEmptyDatabase();
    await query(database, 'CREATE TABLE accounts (id text)');
    expect(await startFails(database)).toContain('another program (accounts)');
    expect(await query(database, 'SELECT relname FROM pg_class WHERE relname = $$runs$$')).toEqual(
      [],
    );
  });

  it('responds with 503 while the database is full', async () => {
    const database = await createEmptyDatabase();
    const running = await serve('--database', database);
    await query(
      database,
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
       CREATE TRIGGER full_disk BEFORE INSERT ON monitors EXECUTE FUNCTION full_disk();
       CREATE TRIGGER full_disk BEFORE UPDATE ON matching EXECUTE FUNCTION full_disk()`,
    );
    const { base_url, api_key } = running.ready;
    const create = () =>
      fetch(`${base_url}/api/v1/monitors`, {
        method: 'POST',
        headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ prompt: 'chips' }),
      });
    const rejected = await create();
    expect(rejected.status).toBe(503);
    expect(rejected.headers.get('retry-after')).toBe('5');
    expect(await rejected.json()).toMatchObject({
      error: 'unavailable',
      message: expect.stringContaining('nothing was changed'),
    });
    const readiness = async () => {
      const response = await fetch(`${base_url}/readyz`);
      const { reasons } = (await response.json()) as { reasons: { reason: string }[] };
      return [response.status, ...reasons.map(({ reason }) => reason)];
    };
    expect(await readiness()).toEqual([503, 'disk_full']);
    await query(database, 'DROP TRIGGER full_disk ON monitors; DROP TRIGGER full_disk ON matching');
    await pollUntil(async () => (await readiness())[0] === 200, 30_000);
    expect((await create()).ok).toBe(true);
  });

  it('responds with 503 while the database is unavailable and recovers without a restart', async () => {
    const cluster = await PostgresCluster.start(postgresPrograms() ?? '');
    closing({ close: () => cluster.remove() });
    const running = await serve('--sample', '--database', cluster.address());
    const { base_url, api_key } = running.ready;
    const health = async () => (await fetch(`${base_url}/healthz`)).status;
    expect(await health()).toBe(200);
    await cluster.halt();
    const authorization = { authorization: `Bearer ${api_key}` };
    const away = await fetch(`${base_url}/api/v1/news/latest`, { headers: authorization });
    expect({ status: away.status, wait: away.headers.get('retry-after') }).toEqual({
      status: 503,
      wait: '5',
    });
    expect(await health()).toBe(503);
    const readiness = await fetch(`${base_url}/readyz`);
    expect(readiness.status).toBe(503);
    expect(await readiness.json()).toMatchObject({ reasons: [{ reason: 'store' }] });
    expect((await fetch(`${base_url}/livez`)).status).toBe(200);
    await cluster.resume();
    expect(await health()).toBe(200);
    const back = await fetch(`${base_url}/api/v1/news/latest`, { headers: authorization });
    expect(back.status).toBe(200);
    expect(await running.end('SIGTERM')).toBe(143);
    expect(JSON.stringify(running.output)).not.toContain(cluster.password);
  });
});

const pooler = postgres && pgbouncerProgram;

describe.skipIf(!pooler)(
  pooler ? 'behind a pooler' : 'behind a pooler (PgBouncer is not installed: skipped)',
  () => {
    it('several servers work in transaction mode', async () => {
      const database = await pooled(pgbouncerProgram ?? '', await createEmptyDatabase());
      const flags = ['--sample', '--allow-private-webhooks', '--database', database];
      const running = await Promise.all([serve(...flags), serve(...flags)]);
      const key = running.flatMap(({ ready }) => ready.api_key ?? [])[0];
      const clients = running.map((each) => clientOf(each, key));
      const receiver = await webhookReceiver(204);
      const [one] = clients;
      const connection = { platform: 'webhook', webhook_url: receiver.url } as const;
      const connected = await one?.delivery.connect(connection);
      await Promise.all(
        clients.flatMap((client) =>
          Array.from({ length: 10 }, () => [
            client.news.search({ query: 'chip exports' }),
            client.delivery.test({ channel_id: connected?.channel.id ?? '' }),
          ]).flat(),
        ),
      );
      expect(new Set(receiver.ids()).size).toBe(20);
      expect(receiver.ids()).toHaveLength(20);
    });
  },
);
