import { counted } from '../../../contract/counted.ts';
import type { Operation } from '../../../contract/operation.ts';
import { Failure } from '../../errors/failure.ts';
import { escapeControls, escapeText, indentJson } from '../json-text.ts';
import { parseByteCount } from './byte-count.ts';
import { JqProgram } from './jq-program.ts';
import type { Source, Target, View, ViewFlags } from './view.ts';

/** In milliseconds. */
const maxTime = 10_000;

/**
 * Prints the results of a jq program: strings as they are, but safe on a terminal, and other values as
 * JSON. With `--max-bytes`, results are left out at the end. Warns if the program reads a
 * field that does not exist.
 *
 * @throws {Failure} if the program is not valid
 */
export async function jqView(
  { jq = '.', maxBytes: size, compact: isCompact }: ViewFlags,
  { operation }: Pick<Source, 'operation'>,
  { timeLimit = maxTime, warn }: Pick<Target, 'timeLimit' | 'warn'>,
): Promise<View> {
  const maxBytes =
    size === undefined ? Number.POSITIVE_INFINITY : parseByteCount('--max-bytes', size);
  const program = await JqProgram.compile(jq, { time: Math.min(maxTime, timeLimit) });
  let notice: string | undefined;
  const layOut = isCompact ? (json: string) => json : indentJson;
  const textOf = (json: string) =>
    `${json.startsWith('"') ? escapeText(JSON.parse(json)) : escapeControls(layOut(json))}\n`;
  return {
    streams: false,
    get notice() {
      return notice;
    },
    async render(json) {
      const problem = operation && (await unknownField(jq, json, operation));
      const results = await program.run(json).catch((error: unknown) => {
        if (!(error instanceof Failure) || problem === undefined) throw error;
        throw new Failure(error.code, `${error.message}; ${problem}`, { cause: error });
      });
      if (problem !== undefined) warn(`--jq: ${problem}`);
      const texts = startOf(results.map(textOf), maxBytes);
      const omitted = results.length - texts.length;
      notice =
        omitted === 0
          ? undefined
          : `--max-bytes left out the last ${omitted} of ${counted(results.length, 'result')}`;
      return texts.join('');
    },
  };
}

async function unknownField(program: string, json: string, operation: Operation) {
  return (await import('./jq-fields.ts')).unknownJqField(program, json, operation);
}

/** The texts that fit, from the first one. */
function startOf(texts: readonly string[], maxBytes: number): readonly string[] {
  let total = 0;
  const end = texts.findIndex((text) => {
    total += Buffer.byteLength(text);
    return total > maxBytes;
  });
  if (end !== 0) return end < 0 ? texts : texts.slice(0, end);
  throw new Failure(
    'too_large',
    `even the first result of --jq is larger than --max-bytes ${maxBytes}: it needs ${Buffer.byteLength(texts[0] ?? '')}`,
  );
}
