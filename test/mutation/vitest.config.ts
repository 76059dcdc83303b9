import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import base from '../../vitest.config.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs the test files that are nearest to the mutated file first: they kill most mutants, and Stryker
 * stops at the first failure.
 */
class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [mutated] = this.ctx.config.related ?? [];
    if (mutated === undefined) return files;
    const names = namesOf(relative(join(root, 'src'), mutated));
    const distance = ({ moduleId }: TestSpecification) => {
      const others = namesOf(relative(join(root, 'test/unit'), moduleId));
      const shared = names.findIndex((name, at) => name !== others[at]);
      return shared === -1 ? 0 : names.length - shared + others.length - shared;
    };
    return files.toSorted((a, b) => distance(a) - distance(b));
  }
}

/** The folders and the name of a file, without its extension. */
function namesOf(path: string): string[] {
  return path.replace(/\..*$/, '').split('/');
}

/** The unit tests of the mutated areas: Stryker runs them for each mutant that they cover. */
export default defineConfig({
  root,
  ...(base.resolve && { resolve: base.resolve }),
  test: {
    include: [
      'test/unit/{client,contract,webhooks,server/delivery,server/domain/monitors,server/search}/**/*.test.ts',
    ],
    testTimeout: 20_000,
    sequence: { sequencer: NearestFirst },
  },
});
