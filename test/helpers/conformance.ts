import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Conformance, type StatementResult, surfacesOf, toMarkdown } from 'newswatch/conformance';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startLocalDeployments } from '../../src/cli/commands/conform/local-deployments.ts';
import { checkedStatements } from '../../src/conformance/statements.ts';
import { thisProgram } from './cli.ts';
import { project, readDocument } from './documents.ts';

/**
 * Checks the statements of a section against the real server, one test for each surface, and that
 * docs/conformance.md has the results.
 *
 * @param number of the main section: `8`
 */
export function checkSection(number: string): void {
  const results: StatementResult[] = [];
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

  const inSection = checkedStatements.filter(({ id }) => /^\d+/.exec(id)?.[0] === number);
  for (const statement of inSection) {
    const { id, text, check } = statement;
    it.each(surfacesOf(statement))(`${id} ${text} (%s)`, async (surface) => {
      const result = await conformance?.check(id, surface);
      if (result) results.push(result);
      if (typeof check === 'function') {
        expect(result).toEqual({ id, statement: text, surface, result: 'passed' });
      } else expect(existsSync(join(project, check.shownBy))).toBe(true);
    });
  }

  it('docs/conformance.md has these results', () => {
    expect(readDocument('docs/conformance.md')).toContain(toMarkdown(results));
  });
}
