declare module 'jq-web' {
  interface Jq {
    /**
     * Runs jq with the text as its input.
     *
     * @returns what jq wrote to stdout; `undefined` if it wrote nothing
     * @throws {Error} if jq crashes or its `exitCode` is not 0, with its `stderr`
     */
    raw(json: string, program: string, flags?: readonly string[]): string | undefined;
  }
  const jq: Promise<Jq>;
  export = jq;
}
