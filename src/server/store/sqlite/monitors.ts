import type { Database } from '../../../storage/database.ts';
import type { Monitor, MonitorRun, MonitorStore, Owner } from '../store.ts';
import { ownedByAny, ownersParameter } from './owners.ts';
import { insertRun } from './runs.ts';

type Row = Omit<Monitor, 'owner' | 'sources'> & {
  owner_type: Owner['type'];
  owner_id: string;
  sources: string;
};

const columns = `id, owner_type, owner_id, title, prompt, status, every_minutes, execution, sources,
  created_at, last_run_at, next_run_at`;

export class SqliteMonitors implements MonitorStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(monitor: Monitor, preview?: MonitorRun): Promise<void> {
    this.#database.transaction(() => {
      this.#database.run(
        `INSERT INTO monitors (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        monitor.id,
        monitor.owner.type,
        monitor.owner.id,
        monitor.title,
        monitor.prompt,
        monitor.status,
        monitor.every_minutes,
        monitor.execution,
        JSON.stringify(monitor.sources),
        monitor.created_at,
        monitor.last_run_at,
        monitor.next_run_at,
      );
      if (preview) insertRun(this.#database, preview);
    });
  }

  async get(id: string): Promise<Monitor | undefined> {
    const row = this.#database.get<Row>(`SELECT ${columns} FROM monitors WHERE id = ?`, id);
    return row && fromRow(row);
  }

  async list(owners: readonly Owner[]): Promise<Monitor[]> {
    return this.#database
      .all<Row>(
        `SELECT ${columns} FROM monitors WHERE ${ownedByAny} ORDER BY created_at, id`,
        ownersParameter(owners),
      )
      .map(fromRow);
  }
}

function fromRow({ owner_type, owner_id, sources, ...rest }: Row): Monitor {
  return {
    ...rest,
    owner: { type: owner_type, id: owner_id },
    sources: JSON.parse(sources) as string[],
  };
}
