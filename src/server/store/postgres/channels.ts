import { channelColumns } from '../rows/channel-columns.ts';
import type { ChannelRecord, ChannelStore, MonitorRecord } from '../store.ts';
import type { Executor, PostgresDatabase } from './database.ts';
import { rowsParameter } from './rows-parameter.ts';

const columns = channelColumns;

export class PostgresChannels implements ChannelStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  create(channel: ChannelRecord): Promise<ChannelRecord | undefined> {
    return this.#unlessTwin(channel, (executor) =>
      executor.run(
        `INSERT INTO channels (${columns})
         SELECT ${columns} FROM json_populate_recordset(NULL::channels, $1)`,
        rowsParameter([channel]),
      ),
    );
  }

  get(id: string): Promise<ChannelRecord | undefined> {
    return this.#database.get<ChannelRecord>(`SELECT ${columns} FROM channels WHERE id = $1`, id);
  }

  list(accountId: string): Promise<ChannelRecord[]> {
    return this.#database.all<ChannelRecord>(
      `SELECT ${columns} FROM channels WHERE account_id = $1 ORDER BY created_at, id`,
      accountId,
    );
  }

  update(channel: ChannelRecord): Promise<ChannelRecord | undefined> {
    const { id, webhook_url, monitor_id, name, status } = channel;
    return this.#unlessTwin(channel, (executor) =>
      executor.run(
        `UPDATE channels SET webhook_url = $1, monitor_id = $2, name = $3, status = $4
         WHERE id = $5`,
        webhook_url,
        monitor_id,
        name,
        status,
        id,
      ),
    );
  }

  /** One change of an account's connections at a time: each sees those before it. */
  #unlessTwin(
    { id, account_id, webhook_url, monitor_id }: ChannelRecord,
    write: (executor: Executor) => Promise<unknown>,
  ): Promise<ChannelRecord | undefined> {
    return this.#database.transaction(async (executor) => {
      await executor.run('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', account_id);
      const twin = await executor.get<ChannelRecord>(
        `SELECT ${columns} FROM channels WHERE account_id = $1 AND webhook_url = $2
           AND monitor_id IS NOT DISTINCT FROM $3 AND id <> $4`,
        account_id,
        webhook_url,
        monitor_id,
        id,
      );
      if (!twin) await write(executor);
      return twin;
    });
  }

  async delete(id: string): Promise<void> {
    await this.#database.run('DELETE FROM channels WHERE id = $1', id);
  }

  covering({ id, owner }: Pick<MonitorRecord, 'id' | 'owner'>): Promise<ChannelRecord[]> {
    return this.#database.all<ChannelRecord>(
      `SELECT ${columns} FROM channels
       WHERE status = 'active' AND (monitor_id = $1 OR (monitor_id IS NULL AND account_id = $2))
       ORDER BY created_at, id`,
      id,
      owner.type === 'user' ? owner.id : '',
    );
  }
}
