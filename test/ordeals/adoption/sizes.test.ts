import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createEmptyProject, createProject, installTools, packedPackage, run } from './projects.ts';
import { isWholeMatrix, planChecks, recordCheck } from './report.ts';
import { readResult } from './results.ts';

const esbuild = '0.28.2';
const megabyte = 1_000_000;

const installations = [
  { name: 'light', check: 'installed with `--omit=optional`', flags: ['--omit=optional'], max: 8 },
  { name: 'full', check: 'installed in full', flags: [], max: 40 },
];

const bundles = [
  {
    check: 'minified program that searches',
    code: `export { createClient } from 'newswatch';`,
    max: 250_000,
  },
  {
    check: 'minified program that verifies a webhook',
    code: `export { verifyRequest } from 'newswatch/webhooks';`,
    max: 10_000,
  },
];

const installed = (check: string) => ({ table: 'sizes', tool: 'npm', check }) as const;
const bundled = (check: string) => ({ table: 'sizes', tool: `esbuild ${esbuild}`, check }) as const;

planChecks([
  ...installations.map(({ check }) => installed(check)),
  ...bundles.map(({ check }) => bundled(check)),
]);

const saved = readResult('sizes');

/**
 * Fails if docs/compatibility.md has another size: `npm run test:adoption -- sizes` writes it. An
 * installation in full depends on the platform and on the newest versions of dependencies.
 */
function expectDocumented(check: string, bytes: number): void {
  if (isWholeMatrix) return;
  const documented = saved?.rows.find((row) => row.check === check)?.bytes;
  expect(Math.abs(bytes / (documented ?? 0) - 1)).toBeLessThan(0.05);
}

const tarball = packedPackage();

describe('the size of the package', () => {
  it.each(installations)(
    'is documented: $check',
    { timeout: 300_000 },
    async ({ name, check, flags, max }) => {
      await recordCheck(installed(check), async () => {
        const cwd = await createEmptyProject();
        const quiet = ['--ignore-scripts', '--no-audit', '--no-fund'];
        await run('npm', ['install', ...quiet, ...flags, tarball()], { cwd });
        const modules = join(cwd, 'node_modules');
        const list = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8'));
        const packages = Object.keys(list.packages).length;
        const bytes = bytesIn(modules);
        expect(bytes).toBeLessThanOrEqual(max * megabyte);
        if (name === 'light') {
          expect(packages).toBe(1);
          expectDocumented(check, bytes);
        }
        return { bytes, note: packages === 1 ? '1 package' : `${packages} packages` };
      });
    },
  );

  it.each(bundles)('is documented: $check', { timeout: 300_000 }, async ({ check, code, max }) => {
    await recordCheck(bundled(check), async () => {
      const cwd = await createProject(await installTools(`esbuild@${esbuild}`), tarball(), {
        'program.js': code,
      });
      const flags = ['--bundle', '--minify', '--format=esm', '--platform=browser'];
      const program = join(cwd, '../node_modules/esbuild/bin/esbuild');
      await run(process.execPath, [program, 'program.js', ...flags, '--outfile=out.js'], { cwd });
      const text = await readFile(join(cwd, 'out.js'));
      expect(text.length).toBeLessThanOrEqual(max);
      expectDocumented(check, text.length);
      const zipped = gzipSync(text, { level: 9 }).length;
      return { bytes: text.length, note: `${(zipped / 1000).toFixed(1)} kB with gzip` };
    });
  });
});

/** The bytes of all files in a folder, at any depth. */
function bytesIn(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
  return sizes.reduce((sum, size) => sum + size, 0);
}
