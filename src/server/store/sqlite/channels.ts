import type { Database } from '../../../storage/database.ts';
import type { Channel, ChannelStore } from '../store.ts';

const columns = `id, account_id, platform, webhook_url, monitor_id, name, status, signing_secret,
  created_at`;

export class SqliteChannels implements ChannelStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(channel: Channel): Promise<void> {
    this.#database.run(
      `INSERT INTO channels (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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

  async list(accountId: string): Promise<Channel[]> {
    return this.#database.all<Channel>(
      `SELECT ${columns} FROM channels WHERE account_id = ? ORDER BY created_at, id`,
      accountId,
    );
  }
}
