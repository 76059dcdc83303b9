/** A text file as the bundler takes it in. */
declare module '*.md' {
  const text: string;
  export = text;
}
