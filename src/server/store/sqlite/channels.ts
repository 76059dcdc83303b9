import type { Database } from '../../../storage/database.ts';
import type { Channel, ChannelStore, Monitor } from '../store.ts';

export const channelColumns = `id, account_id, platform, webhook_url, monitor_id, name, status, signing_secret,
  created_at`;

export class SqliteChannels implements ChannelStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(channel: Channel): Promise<void> {
    this.#database.run(
      `INSERT INTO channels (${channelColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      channel.id,
      channel.account_id,
      channel.platform,
      channel.webhook_url,
      channel.monitor_id,
      channel.name,
      channel.status,
      channel.signing_secret,
      channel.created_at,
    );
  }

  async get(id: string): Promise<Channel | undefined> {
    return this.#database.get<Channel>(`SELECT ${channelColumns} FROM channels WHERE id = ?`, id);
  }

  async list(accountId: string): Promise<Channel[]> {
    return this.#database.all<Channel>(
      `SELECT ${channelColumns} FROM channels WHERE account_id = ? ORDER BY created_at, id`,
      accountId,
    );
  }

  async update({ id, webhook_url, monitor_id, name, status }: Channel): Promise<void> {
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
      `SELECT ${channelColumns} FROM channels
       WHERE status = 'active' AND (monitor_id = ? OR (monitor_id IS NULL AND account_id = ?))
       ORDER BY created_at, id`,
      id,
      owner.type === 'user' ? owner.id : '',
    );
  }
}
