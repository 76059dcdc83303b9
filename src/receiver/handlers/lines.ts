import { type Handler, OutputClosedError } from '../handler.ts';

/**
 * Prints each event as one line of JSON, in the order of arrival.
 *
 * @param print writes a line; resolves with false if the output is closed
 */
export function linesHandler(print: (json: string) => Promise<boolean>): Handler {
  return {
    concurrency: 256,
    handle: async ({ body }) => {
      const text = Buffer.from(body)
        .toString()
        .replace(/^\ufeff/, '');
      // Unescaped line breaks in JSON occur only between tokens and are insignificant.
      const line = text.replace(/[\r\n]+[ \t]*/g, '');
      if (!(await print(line))) throw new OutputClosedError('stdout is closed');
    },
  };
}
