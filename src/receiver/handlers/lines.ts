import { type Handler, OutputClosedError } from '../handler.ts';

/**
 * Prints each event as one line, in the order of arrival.
 *
 * @param print resolves with whether the reader took the line; with false once it has gone
 */
export function linesHandler(print: (json: string) => Promise<boolean>): Handler {
  return {
    concurrency: 256,
    handle: async ({ body }) => {
      const text = Buffer.from(body)
        .toString()
        .replace(/^\ufeff/, '');
      // Between the tokens of valid JSON a line break means nothing, and inside of one there is none.
      if (!(await print(text.replace(/[\r\n]+[ \t]*/g, ''))))
        throw new OutputClosedError('stdout closed');
    },
  };
}
