import type { Database } from '../../../storage/database.ts';
import { channelColumns } from '../rows/channel-columns.ts';
import type { Channel, ChannelStore, Monitor } from '../store.ts';

const columns = channelColumns;

export class SqliteChannels implements ChannelStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(channel: Channel): Promise<Channel | undefined> {
    return this.#unlessTwin(channel, () => this.#insert(channel));
  }

  #insert(channel: Channel): void {
    this.#database.run(
      `INSERT INTO channels (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...columns.valuesOf(channel),
    );
  }

  async get(id: string): Promise<Channel | undefined> {
    return this.#database.get<Channel>(`SELECT ${columns} FROM channels WHERE id = ?`, id);
  }

  async list(accountId: string): Promise<Channel[]> {
    return this.#database.all<Channel>(
      `SELECT ${columns} FROM channels WHERE account_id = ? ORDER BY created_at, id`,
      accountId,
    );
  }

  async update(channel: Channel): Promise<Channel | undefined> {
    return this.#unlessTwin(channel, () => this.#replace(channel));
  }

  #replace({ id, webhook_url, monitor_id, name, status }: Channel): void {
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

  async covering({ id, owner }: Pick<Monitor, 'id' | 'owner'>): Promise<Channel[]> {
    return this.#database.all<Channel>(
      `SELECT ${columns} FROM channels
       WHERE status = 'active' AND (monitor_id = ? OR (monitor_id IS NULL AND account_id = ?))
       ORDER BY created_at, id`,
      id,
      owner.type === 'user' ? owner.id : '',
    );
  }

  #unlessTwin(channel: Channel, write: () => void): Channel | undefined {
    return this.#database.transaction(() => {
      const twin = this.#database.get<Channel>(
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
