import { readdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project } from '../helpers/documents.ts';

it('the built files name no folder of the machine that built them', () => {
  const folder = join(project, 'dist');
  const files = readdirSync(folder);
  expect(files).toContain('cli.cjs');
  const folders = [project.replace(/\/$/, ''), `${homedir()}/`, `${tmpdir()}/newswatch`];
  const naming = files.filter((file) => {
    const content = readFileSync(join(folder, file));
    return folders.some((path) => content.includes(path));
  });
  expect(naming).toEqual([]);
});
