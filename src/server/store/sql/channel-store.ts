import type { ChannelRecord, ChannelStore, MonitorRecord } from '../store.ts';
import type { Statement } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

export const channelColumns =
  'id, account_id, platform, webhook_url, monitor_id, name, status, signing_secret, created_at';

/** Another connection of the account that sends the same monitors to the same URL. */
const isTwin =
  'account_id = ? AND webhook_url = ? AND monitor_id IS NOT DISTINCT FROM ? AND id <> ?';
const noTwin = `NOT EXISTS (SELECT 1 FROM channels WHERE ${isTwin})`;

export class SqlChannels implements ChannelStore {
  readonly #executor: SqlExecutor;

  constructor(executor: SqlExecutor) {
    this.#executor = executor;
  }

  create(channel: ChannelRecord): Promise<ChannelRecord | undefined> {
    const { id, account_id, platform, webhook_url, monitor_id } = channel;
    const { name, status, signing_secret, created_at } = channel;
    return this.#unlessTwin(channel, {
      sql: `INSERT INTO channels (${channelColumns})
        SELECT ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE ${noTwin}`,
      values: [
        ...[id, account_id, platform, webhook_url, monitor_id],
        ...[name, status, signing_secret, created_at],
        ...twinValues(channel),
      ],
    });
  }

  get(id: string): Promise<ChannelRecord | undefined> {
    return this.#executor.get<ChannelRecord>(
      `SELECT ${channelColumns} FROM channels WHERE id = ?`,
      id,
    );
  }

  list(accountId: string): Promise<ChannelRecord[]> {
    return this.#executor.all<ChannelRecord>(
      `SELECT ${channelColumns} FROM channels WHERE account_id = ? ORDER BY created_at, id`,
      accountId,
    );
  }

  update(channel: ChannelRecord): Promise<ChannelRecord | undefined> {
    const { id, webhook_url, monitor_id, name, status } = channel;
    return this.#unlessTwin(channel, {
      sql: `UPDATE channels SET webhook_url = ?, monitor_id = ?, name = ?, status = ?
        WHERE id = ? AND ${noTwin}`,
      values: [webhook_url, monitor_id, name, status, id, ...twinValues(channel)],
    });
  }

  async delete(id: string): Promise<void> {
    await this.#executor.run('DELETE FROM channels WHERE id = ?', id);
  }

  covering({ id, owner }: Pick<MonitorRecord, 'id' | 'owner'>): Promise<ChannelRecord[]> {
    return this.#executor.all<ChannelRecord>(
      `SELECT ${channelColumns} FROM channels
       WHERE status = 'active' AND (monitor_id = ? OR (monitor_id IS NULL AND account_id = ?))
       ORDER BY created_at, id`,
      id,
      owner.type === 'user' ? owner.id : '',
    );
  }

  /** @returns the twin, if there is one: the write then changed nothing */
  async #unlessTwin(channel: ChannelRecord, write: Statement): Promise<ChannelRecord | undefined> {
    const { rows } = await this.#executor.batch<ChannelRecord>(
      // Locks the account, so that two concurrent changes of its connections cannot miss each other.
      { sql: 'UPDATE accounts SET name = name WHERE id = ?', values: [channel.account_id] },
      write,
      {
        sql: `SELECT ${channelColumns} FROM channels WHERE ${isTwin}`,
        values: twinValues(channel),
      },
    );
    return rows[0];
  }
}

function twinValues({ id, account_id, webhook_url, monitor_id }: ChannelRecord) {
  return [account_id, webhook_url, monitor_id, id];
}
