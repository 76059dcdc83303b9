/** The bundler imports Markdown files as text. */
declare module '*.md' {
  const text: string;
  export = text;
}
