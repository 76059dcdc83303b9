import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/storage/database.ts';
import { ensureOwnFile } from '../../../src/storage/own-file.ts';
import { StoreUnavailable } from '../../../src/storage/store-unavailable.ts';
import { isPosix } from '../../helpers/capabilities.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'newswatch-own-'));
  path = join(folder, 'inbox.db');
});

const modeOf = (file: string) => statSync(file).mode & 0o777;

describe.runIf(isPosix)('a database file (POSIX)', () => {
  it('is created for its user only, and restricted to that user if it exists', () => {
    ensureOwnFile(path);
    expect([modeOf(path), readFileSync(path, 'utf8')]).toEqual([0o600, '']);
    writeFileSync(path, 'data');
    chmodSync(path, 0o644);
    ensureOwnFile(path);
    expect([modeOf(path), readFileSync(path, 'utf8')]).toEqual([0o600, 'data']);
  });

  it.each(['an existing', 'no'])(
    'docs/receiver-cases.md, case 43: is refused if it is a symbolic link to %s file',
    (what) => {
      const target = join(folder, 'target');
      if (what === 'an existing') writeFileSync(target, '', { mode: 0o644 });
      symlinkSync(target, path);
      expect(() => Database.open(path)).toThrow(StoreUnavailable);
      expect(() => Database.open(path)).toThrow(`${path} is not used: it is a symbolic link`);
      if (what === 'an existing') expect(modeOf(target)).toBe(0o644);
      else expect(() => statSync(target)).toThrow('ENOENT');
    },
  );

  it('is refused if it is not a regular file', () => {
    mkdirSync(path);
    expect(() => Database.open(path)).toThrow('is not a regular file');
  });

  it('is refused in a folder in which everybody can write, with the way out', () => {
    chmodSync(folder, 0o1777);
    expect(() => Database.open(path)).toThrow(
      `use a new folder in it, or run: chmod go-w ${folder}`,
    );
    expect(() => statSync(path)).toThrow('ENOENT');
    Database.open(join(folder, 'new', 'inbox.db')).close();
    expect(modeOf(join(folder, 'new'))).toBe(0o700);
  });

  it('may be in a folder that is a symbolic link', () => {
    const link = `${folder}-link`;
    symlinkSync(folder, link);
    Database.open(join(link, 'inbox.db')).close();
    expect(modeOf(path)).toBe(0o600);
  });

  it.each(['-wal', '-shm', '-journal'])('does not follow a symbolic link at its %s', (suffix) => {
    const target = join(folder, 'target');
    writeFileSync(target, 'unchanged');
    symlinkSync(target, `${path}${suffix}`);
    try {
      const database = Database.open(path);
      database.script('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
      database.close();
    } catch (error) {
      expect(error).toBeInstanceOf(StoreUnavailable);
    }
    expect(readFileSync(target, 'utf8')).toBe('unchanged');
  });
});
