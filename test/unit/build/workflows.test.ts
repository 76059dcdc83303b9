import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { project, readDocument } from '../../helpers/documents.ts';

interface Step {
  id?: string;
  run?: string;
  uses?: string;
}

interface Workflow {
  jobs: Record<string, { needs?: string | string[]; steps: Step[] }>;
}

/** The scripts of the package in a folder. */
function scriptsIn(folder: string): string[] {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readDocument(join(folder, 'package.json')),
  );
  return Object.keys(scripts);
}

/** The commands `npm run` in a shell script, as `[script, folder]`. */
function npmScripts(run: string): (readonly [string, string])[] {
  return [...run.matchAll(/npm run (?:-s )?(?:--prefix (\S+) )?([\w:-]+)|npm (test)\b/g)].map(
    ([, folder = '.', script, test]) => [script ?? test ?? '', folder],
  );
}

/** The files of the project that a shell script names. */
function filesIn(run: string): string[] {
  return [...run.matchAll(/(?:^|\s)((?:\.ci|bin|build|docs|test)\/[\w./-]+)/g)].map(
    ([, path = '']) => path,
  );
}

const folder = '.github/workflows';

describe.each(readdirSync(join(project, folder)))('%s', (name) => {
  const text = readDocument(join(folder, name));
  const { jobs }: Workflow = parse(text);
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const runs = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

  it('runs scripts and names files that exist', () => {
    const missing = runs.flatMap((run) => [
      ...npmScripts(run)
        .filter(([script, prefix]) => !scriptsIn(prefix).includes(script))
        .map(([script]) => script),
      ...filesIn(run).filter((path) => !existsSync(join(project, path))),
    ]);
    expect(runs.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });

  it('has steps that run something, with actions of a fixed version', () => {
    for (const { run, uses } of steps) {
      expect(run ?? uses).toBeDefined();
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+$/);
    }
  });

  it('refers to jobs and steps that exist', () => {
    for (const { needs = [], steps } of Object.values(jobs)) {
      expect(Object.keys(jobs)).toEqual(expect.arrayContaining([needs].flat()));
      const ids = steps.flatMap(({ id }) => id ?? []);
      const references = [...JSON.stringify(steps).matchAll(/steps\.([\w-]+)\./g)];
      expect(ids).toEqual(expect.arrayContaining(references.map(([, id]) => id)));
    }
  });
});

describe('the release', () => {
  it('has the name of its owner in the MCP registry', () => {
    const { jobs }: Workflow = parse(readDocument(join(folder, 'release.yml')));
    const script =
      jobs['publish']?.steps.find(({ run }) => run?.includes('server.json'))?.run ?? '';
    const copy = mkdtempSync(join(tmpdir(), 'newswatch-release-'));
    for (const name of ['package.json', 'server.json'])
      cpSync(join(project, name), join(copy, name));
    execFileSync('bash', ['-c', script], {
      cwd: copy,
      env: { ...process.env, GITHUB_REPOSITORY_OWNER: 'Some-Owner' },
    });
    const read = (name: string) => JSON.parse(readFileSync(join(copy, name), 'utf8'));
    const name = 'io.github.Some-Owner/newswatch';
    expect(read('server.json')).toMatchObject({ name });
    expect(read('package.json')).toMatchObject({ name: 'newswatch', mcpName: name });
    rmSync(copy, { recursive: true });
  });
});
