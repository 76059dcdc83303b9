import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** What an editor shows for a TypeScript file of a project. */
export class Editor {
  readonly #path: string;
  readonly #service: ts.LanguageService;
  #text = '';
  #version = 0;

  /** @param folder of a project with ES modules whose packages are in `node_modules` */
  constructor(folder: string) {
    this.#path = join(folder, 'edited.ts');
    const options: ts.CompilerOptions = {
      strict: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      types: [],
    };
    const read = (path: string) =>
      path === this.#path ? this.#text : existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getCurrentDirectory: () => folder,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getScriptFileNames: () => [this.#path],
      getScriptVersion: (path) => (path === this.#path ? String(this.#version) : '1'),
      getScriptSnapshot: (path) => {
        const text = read(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      fileExists: (path) => path === this.#path || existsSync(path),
      readFile: read,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
      realpath: (path) => ts.sys.realpath?.(path) ?? path,
    });
  }

  /** The declaration and the docstring of the name that ends at `|` in the code. */
  hover(code: string): string {
    const position = this.#edit(code) - 1;
    const info = this.#service.getQuickInfoAtPosition(this.#path, position);
    const tags = info?.tags?.map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`);
    return [
      ts.displayPartsToString(info?.displayParts),
      ts.displayPartsToString(info?.documentation),
      ...(tags ?? []),
    ].join('\n');
  }

  /** The names that can be completed at `|` in the code. */
  completions(code: string): string[] {
    const position = this.#edit(code);
    const found = this.#service.getCompletionsAtPosition(this.#path, position, {});
    return (found?.entries ?? []).map(({ name }) => name);
  }

  /** The first line of each error of the code. */
  errors(code: string): string[] {
    this.#edit(code);
    return [
      ...this.#service.getSyntacticDiagnostics(this.#path),
      ...this.#service.getSemanticDiagnostics(this.#path),
    ].map(
      ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').split('\n')[0] ?? '',
    );
  }

  /** The program with the code, and the file of the code. */
  program(code: string): { checker: ts.TypeChecker; file: ts.SourceFile } {
    this.#edit(code);
    const program = this.#service.getProgram();
    const file = program?.getSourceFile(this.#path);
    if (!program || !file) throw new Error('there is no program');
    return { checker: program.getTypeChecker(), file };
  }

  /** @returns the position of the first `|`, which is removed; 0 if there is none */
  #edit(code: string): number {
    const position = Math.max(code.indexOf('|'), 0);
    this.#text =
      code.slice(0, position) + code.slice(code[position] === '|' ? position + 1 : position);
    this.#version += 1;
    return position;
  }
}
