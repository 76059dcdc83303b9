import type { Operation } from '../../../contract/operation.ts';

export const formats = ['json', 'jsonl', 'table', 'csv', 'tsv'] as const;

type Format = (typeof formats)[number];

/** The flags that decide how a document is printed. They never apply to an error of the service. */
export interface ViewFlags {
  /** Default: `json`. */
  format?: Format;
  /** Print JSON on one line. */
  compact?: boolean;
  /** Paths of the fields to print, separated by commas (default: all). */
  fields?: string;
  /** A jq program, whose results are printed instead. */
  jq?: string;
  /** How large the printed text may be, such as `4kB` (default: unlimited). */
  maxBytes?: string;
}

/** What is known about a document before it exists. */
export interface Source {
  /** `undefined` for documents of the program, and requests that belong to no operation. */
  operation?: Operation | undefined;
  /** The member that is an array of items, if the document is a list. */
  list?: string | undefined;
  /** Whether the only array of objects is the list if no `list` is known (default: false). */
  infersList?: boolean;
  /**
   * The names of the fields of the document, or of its items, if a command of the program prints it after it
   * changed something: another field is refused before.
   */
  fields?: readonly string[];
  /** The columns of a table (default: those of the operation, or all fields). */
  columns?: readonly string[];
}

/** Where a document is printed. */
export interface Target {
  /** The terminal that it is printed on, if any; with a pager, after the whole document is rendered. */
  terminal?: { width: number; utc: boolean; hasPager?: boolean } | undefined;
  hasColor: boolean;
  /** Milliseconds that a jq program may take (default: 10,000, which is the most). */
  timeLimit?: number | undefined;
  /** Replaces the secrets in a text. Printing replaces them too, but only those that are not cut. */
  redact(text: string): string;
  warn(message: string): void;
}

/** Prints documents in one way. */
export interface View {
  /** Whether each page of a list can be rendered when it arrives. */
  readonly streams: boolean;
  /** Whether the rendered text is safe for terminals (default: false). */
  readonly isSafe?: boolean | undefined;
  /** What the text that was rendered last leaves out, if anything. */
  readonly notice?: string | undefined;
  /**
   * Renders a document, or the next page of a list. Each line ends with a newline.
   *
   * @param json an object as it was sent; its values are not parsed, so that they stay exact
   * @param place whether the text is for a pager after all (default: as the target says)
   * @throws {Failure} if the document does not have what the flags ask for
   */
  render(json: string, place?: { hasPager: boolean }): Promise<string>;
}
