/** A process that stores the runs of monitors by a plain loop: what the server's ticks are compared with. */
import { randomUUID } from 'node:crypto';
import { offer, timed } from '../harness/processes.js';
import { openStore } from '../harness/store-file.js';
import { created, interval } from '../harness/watches.js';

const batch = 200;

let database;
let ids;
let now = created;

offer({
  async start({ data }) {
    database = openStore(data);
    ids = database
      .prepare('SELECT id FROM monitors')
      .all()
      .map(({ id }) => id);
  },
  /** Stores a run of each monitor and when the next is due: durable, in transactions of `batch`. */
  async tick() {
    now += interval;
    const insert = database.prepare(
      `INSERT INTO runs (id, monitor_id, trigger, status, started_at, finished_at, results, filtered,
        skipped_channels) VALUES (?, ?, 'schedule', 'completed', ?, ?, '[]', '{}', '[]')`,
    );
    const update = database.prepare(
      'UPDATE monitors SET next_run_at = ?, last_run_at = ? WHERE id = ?',
    );
    return timed(async () => {
      for (let at = 0; at < ids.length; at += batch) {
        database.exec('BEGIN');
        for (const id of ids.slice(at, at + batch)) {
          insert.run(`run_${randomUUID()}`, id, now, now);
          update.run(now + interval, now, id);
        }
        database.exec('COMMIT');
      }
    });
  },
});
