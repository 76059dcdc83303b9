import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { advisoryLocks } from '../../../../../src/server/store/postgres/advisory-locks.ts';
import { project } from '../../../../helpers/documents.ts';

const folder = join(project, 'src/server/store/postgres');

it('advisory locks of different purposes have different keys', () => {
  const keys = Object.values(advisoryLocks).map(String);
  expect(new Set(keys).size).toBe(keys.length);
});

it('no other file has a key of an advisory lock', () => {
  const files = readdirSync(folder).filter((name) =>
    readFileSync(join(folder, name), 'utf8').includes('0x6e_77_63_68'),
  );
  expect(files).toEqual(['advisory-locks.ts']);
});
