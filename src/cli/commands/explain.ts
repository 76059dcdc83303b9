import type { Command } from 'commander';
import { didYouMean } from '../../contract/did-you-mean.ts';
import { invalidInput } from '../errors/failure.ts';
import { withManual } from '../help/manual.ts';
import type { Shell } from '../shell.ts';

/** Adds `explain`: explains exit codes and error codes, offline. */
export function addExplain(program: Command, shell: Shell): void {
  withManual(program.command('explain'), { examples })
    .argument('<code>', 'exit code, HTTP status, error code or status of a delivery')
    .summary('Explain an exit code or an error, with a hint')
    .description(
      'Explain an exit code, an HTTP status, an error code or the status of a delivery, with a hint. A code\nwith several meanings has an explanation for each.',
    )
    .action((code: string) => explain(code, shell));
}

const examples = ['explain plan_required', 'explain 7'];

async function explain(text: string, { output }: Shell): Promise<void> {
  const { allExplanations, explanationsOf } = await import(
    '../errors/explanations/explanations.ts'
  );
  const code = text.trim();
  const found = explanationsOf(code);
  if (found.length === 0) {
    const known = [...new Set(allExplanations().map((each) => each.code))];
    throw invalidInput(
      `<code> is unknown (got ${JSON.stringify(text.slice(0, 80))})${didYouMean(code, known)}`,
      'See: newswatch help exit-codes',
    );
  }
  output.document(JSON.stringify({ explanations: found }));
}
