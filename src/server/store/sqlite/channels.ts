import type { Database } from '../../../storage/database.ts';
import { channelColumns } from '../rows/channel-columns.ts';
import type { ChannelRecord, ChannelStore, MonitorRecord } from '../store.ts';

const columns = channelColumns;

export class SqliteChannels implements ChannelStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(channel: ChannelRecord): Promise<ChannelRecord | undefined> {
    return this.#unlessTwin(channel, () => this.#insert(channel));
  }

  #insert(channel: ChannelRecord): void {
    this.#database.run(
      `INSERT INTO channels (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...columns.valuesOf(channel),
    );
  }

  async get(id: string): Promise<ChannelRecord | undefined> {
    return this.#database.get<ChannelRecord>(`SELECT ${columns} FROM channels WHERE id = ?`, id);
  }

  async list(accountId: string): Promise<ChannelRecord[]> {
    return this.#database.all<ChannelRecord>(
      `SELECT ${columns} FROM channels WHERE account_id = ? ORDER BY created_at, id`,
      accountId,
    );
  }

  async update(channel: ChannelRecord): Promise<ChannelRecord | undefined> {
    return this.#unlessTwin(channel, () => this.#replace(channel));
  }

  #replace({ id, webhook_url, monitor_id, name, status }: ChannelRecord): void {
    this.#database.run(
      'UPDATE channels SET webhook_url = ?, monitor_id = ?, name = ?, status = ? WHERE id = ?',
      webhook_url,
      monitor_id,
      name,
      status,
      id,
    );
  }

  async delete(id: string): Promise<void> {
    this.#database.run('DELETE FROM channels WHERE id = ?', id);
  }

  async covering({ id, owner }: Pick<MonitorRecord, 'id' | 'owner'>): Promise<ChannelRecord[]> {
    return this.#database.all<ChannelRecord>(
      `SELECT ${columns} FROM channels
       WHERE status = 'active' AND (monitor_id = ? OR (monitor_id IS NULL AND account_id = ?))
       ORDER BY created_at, id`,
      id,
      owner.type === 'user' ? owner.id : '',
    );
  }

  #unlessTwin(channel: ChannelRecord, write: () => void): ChannelRecord | undefined {
    return this.#database.transaction(() => {
      const twin = this.#database.get<ChannelRecord>(
        `SELECT ${columns} FROM channels
         WHERE account_id = ? AND webhook_url = ? AND monitor_id IS ? AND id <> ?`,
        channel.account_id,
        channel.webhook_url,
        channel.monitor_id,
        channel.id,
      );
      if (!twin) write();
      return twin;
    });
  }
}
