import type { Command } from 'commander';
import { didYouMean } from '../../contract/did-you-mean.ts';
import { invalidInput } from '../errors/failure.ts';
import { withManual } from '../help/manual.ts';
import { type DocumentFlags, openPrinter } from '../output/print-document.ts';
import { withOutputOptions } from '../run/command-options.ts';
import type { Shell } from '../shell.ts';

/** Declares `explain`: explains exit codes and error codes, offline. */
export function declareExplain(command: Command, shell: Shell): void {
  withManual(withOutputOptions(command), { examples })
    .argument('<code>', 'exit code, HTTP status, error code or status of a delivery')
    .description(
      'Explain an exit code, an HTTP status, an error code or the status of a delivery, with a hint. A code\nwith several meanings has an explanation for each.',
    )
    .action((code: string, _flags, command: Command) =>
      explain(code, command.optsWithGlobals(), shell),
    );
}

const examples = ['explain plan_required', 'explain 7'];

async function explain(text: string, flags: DocumentFlags, shell: Shell): Promise<void> {
  const print = await openPrinter(flags, shell, { list: 'explanations' });
  const { allExplanations, explanationsOf } = await import(
    '../errors/explanations/explanations.ts'
  );
  const code = text.trim();
  const found = explanationsOf(code);
  if (found.length === 0) {
    const isNumber = /^\d+$/.test(code);
    const known = [...new Set(allExplanations().map((each) => each.code))];
    throw invalidInput(
      `<code> is unknown (got ${JSON.stringify(text.slice(0, 80))})${isNumber ? '' : didYouMean(code, known)}`,
      'See: newswatch help exit-codes',
    );
  }
  await print({ explanations: found });
}
