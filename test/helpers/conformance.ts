import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Conformance, sectionOf, statements, surfacesOf } from 'newswatch/conformance';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startLocalDeployments } from '../../src/cli/commands/conform/local-deployments.ts';
import { thisProgram } from './cli.ts';
import { project } from './documents.ts';

/** Statements whose feature is not complete yet. */
const incomplete = new Set(['2.3-3', '3.2-14', '3.3-2']);

/** Checks the statements of a main section (`8`) against the real server, one test for each. */
export function checkSection(section: string): void {
  let conformance: Conformance | undefined;
  let stop = async () => {};
  beforeAll(async () => {
    const { deployments, close } = await startLocalDeployments({ command: [...thisProgram] });
    conformance = new Conformance(deployments);
    stop = close;
  });
  afterAll(async () => {
    await conformance?.close();
    await stop();
  });

  for (const statement of statements) {
    const { id, text, check } = statement;
    if (sectionOf(statement).split('.')[0] !== section || incomplete.has(id)) continue;
    if (typeof check === 'object') {
      it(`${id} ${text} (shown by ${check.shownBy})`, () => {
        expect(existsSync(join(project, check.shownBy))).toBe(true);
      });
      continue;
    }
    it.each(surfacesOf(statement))(`${id} ${text} (%s)`, async (surface) => {
      const result = await conformance?.check(statement, surface);
      expect(result).toEqual({ id, statement: text, surface, result: 'passed' });
    });
  }
}
