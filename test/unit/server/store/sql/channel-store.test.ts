import { expect, it } from 'vitest';
import { SecretBox } from '../../../../../src/server/store/secret-box.ts';
import { channelStore } from '../../../../../src/server/store/sql/channel-store.ts';
import type { Sql } from '../../../../../src/server/store/sql/sql.ts';
import {
  type SqlExecutor,
  UnmetStatement,
} from '../../../../../src/server/store/sql/sql-executor.ts';
import { sqliteDialect } from '../../../../../src/server/store/sqlite/sqlite-dialect.ts';

const box = new SecretBox([Buffer.alloc(32, 1).toString('base64')]);
const seal = (secret: string) => box.seal(secret, 'c');

/** A table with one connection, whose secret becomes the next of `changes` before each write. */
function changingSecret(first: string, changes: string[]) {
  let current = first;
  const executor: SqlExecutor = {
    dialect: sqliteDialect,
    ordersWrites: true,
    get: async <Row>() => ({ signing_secret: current }) as Row,
    all: async () => [],
    async write(statement?: Sql) {
      current = changes.shift() ?? current;
      const [next, , , expected] = statement?.values ?? [];
      if (statement && expected !== current) throw new UnmetStatement(statement);
      current = String(next);
      return [];
    },
  };
  return { channels: channelStore(executor, box), stored: () => box.open(current, 'c') };
}

it('rotates a secret that is encrypted again several times meanwhile', async () => {
  const current = seal('whsec_first');
  const resealed = Array.from({ length: 3 }, () => seal('whsec_first'));
  const { channels, stored } = changingSecret(current, resealed);
  const rotation = { current, next: 'whsec_next', expires_at: 100 };
  expect(await channels.rotateSecret('c', rotation)).toBe(true);
  expect(stored()).toBe('whsec_next');
});

it('does not rotate a secret that was rotated meanwhile', async () => {
  const current = seal('whsec_first');
  const changes = [seal('whsec_first'), seal('whsec_other')];
  const { channels, stored } = changingSecret(current, changes);
  const rotation = { current, next: 'whsec_next', expires_at: 100 };
  expect(await channels.rotateSecret('c', rotation)).toBe(false);
  expect(stored()).toBe('whsec_other');
});
