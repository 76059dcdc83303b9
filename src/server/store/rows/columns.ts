/** A value as both databases take it. */
type Cell = string | number | null;

/** The columns that a table's rows are written and read by, in one order for every statement. */
export class Columns<Row> {
  readonly names: readonly (keyof Row & string)[];

  constructor(...names: (keyof Row & string)[]) {
    this.names = names;
  }

  /** As SQL has them: `a, b, c`. */
  toString(): string {
    return this.names.join(', ');
  }

  /** The row's values in the order of the columns. */
  valuesOf(row: Row): Cell[] {
    return this.names.map((name) => row[name] as Cell);
  }
}
