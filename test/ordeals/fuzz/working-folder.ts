import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a temporary folder with a home and some files and makes it the working directory. */
export function createWorkingFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-fuzz-'));
  mkdirSync(join(folder, 'folder'));
  writeFileSync(join(folder, 'queries.txt'), 'otters\n{"query":"chip"}\n{"query":7}\n');
  writeFileSync(join(folder, 'secret.txt'), 'whsec_0123456789abcdef', { mode: 0o600 });
  process.chdir(folder);
  const env = { HOME: folder, XDG_DATA_HOME: join(folder, 'data'), XDG_CONFIG_HOME: folder };
  const configFile = join(folder, 'newswatch', 'config.json');
  mkdirSync(join(folder, 'newswatch'));
  return { folder, env, configFile };
}
