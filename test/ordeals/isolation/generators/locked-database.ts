import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import type { HostileGenerator } from '../generator.ts';

export const generator: HostileGenerator = {
  name: 'a process that locks the SQLite file, half a second in each second',
  async attack({ data }) {
    const database = new DatabaseSync(join(data, 'newswatch.db'));
    for (;;) {
      try {
        database.exec('BEGIN EXCLUSIVE');
        await pause(500);
        database.exec('COMMIT');
      } catch {
        // The server holds the lock.
      }
      await pause(500);
    }
  },
};
