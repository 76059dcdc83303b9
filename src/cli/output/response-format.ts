import { compactJson, elementsUnder, indentJson } from './json-text.ts';

export interface OutputFlags {
  /** Print JSON on one line. */
  compact?: boolean;
  /** Print one list item per line. */
  jsonl?: boolean;
  /** The file to write a successful response to, instead of stdout. */
  output?: string;
  /** Exit with 9 if the list is empty. */
  exitStatus?: boolean;
  /** Fail if the response does not match its schema. */
  strict?: boolean;
}

/** Formats a response; each line ends with a newline. */
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
