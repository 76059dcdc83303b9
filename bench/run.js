/**
 * Runs one row of the benchmarks, or all one after the other; further arguments go to the row.
 *
 *   npm run bench [row] [rounds]
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const rows = ['delivery', 'dead-endpoint', 'pending-memory', 'receiver', 'mcp'];
const [chosen, ...numbers] = process.argv.slice(2);

if (chosen !== undefined && !rows.includes(chosen)) {
  process.stderr.write(`there is no row ${chosen}: choose one of ${rows.join(', ')}\n`);
  process.exit(2);
}
for (const row of chosen === undefined ? rows : [chosen]) {
  const file = fileURLToPath(new URL(`${row}.js`, import.meta.url));
  const { status } = spawnSync(process.execPath, [file, ...numbers], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
