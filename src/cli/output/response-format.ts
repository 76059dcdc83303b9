import { compactJson, elementsUnder, indentJson } from './json-text.ts';

/** How an answer is to be written. */
export interface OutputFlags {
  /** On one line. */
  compact?: boolean;
  /** One element of its list on each line. */
  jsonl?: boolean;
  /** A file that gets it instead of stdout, where the call succeeded. */
  output?: string;
  /** Whether an empty list ends the program with exit code 9. */
  exitStatus?: boolean;
}

/** The answer's JSON as the flags ask for it, each line with its end. */
export function formatResponse(
  json: string,
  { compact: isCompact, jsonl }: OutputFlags,
  list?: string,
): string {
  if (jsonl && list !== undefined) {
    return elementsUnder(json, list)
      .map((element) => `${compactJson(element)}\n`)
      .join('');
  }
  return `${isCompact || jsonl ? compactJson(json) : indentJson(json)}\n`;
}
