/** The value of a parameter. A list is a single value (see `Dialect.isIn`). */
export type SqlValue = string | number | null | Uint8Array | readonly (string | number)[];

/** A statement, or a part of one, with the values of its parameters. */
export class Sql {
  /** The SQL around the values: one text more than there are values. */
  readonly texts: readonly string[];
  readonly values: readonly SqlValue[];
  /** The number of rows that the statement must change; `undefined` if any number is allowed. */
  readonly rowsToChange: number | undefined;
  #text: string | undefined;

  constructor(texts: readonly string[], values: readonly SqlValue[] = [], rowsToChange?: number) {
    this.texts = texts;
    this.values = values;
    this.rowsToChange = rowsToChange;
  }

  /** Returns a copy that fails its transaction unless it changes exactly this many rows. */
  mustChange(rows: number): Sql {
    return new Sql(this.texts, this.values, rows);
  }

  /** Returns a copy with other values. */
  withValues(values: readonly SqlValue[]): Sql {
    const copy = new Sql(this.texts, values, this.rowsToChange);
    copy.#text = this.text;
    return copy;
  }

  /** The text with `?` for each value. */
  get text(): string {
    this.#text ??= this.texts.join('?');
    return this.#text;
  }

  /** The text with `$1`, `$2` and so on in the place of the values. */
  get numberedText(): string {
    return this.texts.reduce((before, after, number) => `${before}$${number}${after}`);
  }
}

/** Builds SQL from a template: values become parameters, and {@link Sql} parts are inserted. */
export function sql(template: readonly string[], ...parts: readonly (SqlValue | Sql)[]): Sql {
  const [first = '', ...rest] = template;
  const texts = [first];
  const values: SqlValue[] = [];
  for (const [index, part] of parts.entries()) {
    const after = rest[index] ?? '';
    if (part instanceof Sql) {
      const [start = '', ...others] = part.texts;
      texts.push(`${texts.pop()}${start}`, ...others);
      values.push(...part.values);
      texts.push(`${texts.pop()}${after}`);
    } else {
      texts.push(after);
      values.push(part);
    }
  }
  return new Sql(texts, values);
}

/** SQL without values, such as a list of columns. Never pass user input. */
export function raw(text: string): Sql {
  return new Sql([text]);
}
