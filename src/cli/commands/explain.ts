import type { Command } from 'commander';
import { didYouMean } from '../errors/did-you-mean.ts';
import { usageFailure } from '../errors/failure.ts';
import { withManual } from '../help/manual.ts';
import type { Shell } from '../shell.ts';

/** Adds `explain`: what an exit code or the word in an `error` means. Asks nobody. */
export function addExplain(program: Command, shell: Shell): void {
  withManual(program.command('explain'), { examples })
    .argument('<code>', 'an exit code, an HTTP status, the word of an error or a delivery’s status')
    .summary('Say what an exit code or an error means, and the way out')
    .description(
      'Say what an exit code, an HTTP status, the word of an error or the status of a delivery means, and\nthe way out. A code that is met in several places has an explanation for each.',
    )
    .action((code: string) => explain(code, shell));
}

const examples = ['explain plan_required', 'explain 7'];

async function explain(asked: string, { output }: Shell): Promise<void> {
  const { allExplanations, explanationsOf } = await import(
    '../errors/explanations/explanations.ts'
  );
  const code = asked.trim();
  const found = explanationsOf(code);
  if (found.length === 0) {
    const known = [...new Set(allExplanations().map((each) => each.code))];
    throw usageFailure(
      'invalid_value',
      `<code> is none that is known (got ${JSON.stringify(asked.slice(0, 80))})${didYouMean(code, known)}`,
      'See: newswatch help exit-codes',
    );
  }
  output.document(JSON.stringify({ explanations: found }));
}
