/** The value of a parameter. A list is one value: see `isIn` of the dialect. */
export type SqlValue = string | number | null | readonly (string | number)[];

/** A statement, or a part of one, with the values of its parameters. */
export class Sql {
  /** The texts around the values: one more than there are values. */
  readonly texts: readonly string[];
  readonly values: readonly SqlValue[];
  /** The number of rows that the statement must change; `undefined` for any. */
  readonly rowsToChange: number | undefined;
  #text: string | undefined;

  constructor(texts: readonly string[], values: readonly SqlValue[] = [], rowsToChange?: number) {
    this.texts = texts;
    this.values = values;
    this.rowsToChange = rowsToChange;
  }

  /** The same statement, which rolls back its transaction unless it changes this many rows. */
  mustChange(rows: number): Sql {
    return new Sql(this.texts, this.values, rows);
  }

  /** The same statement with other values. */
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

  /** The text with `$1`, `$2` and so on for the values. */
  get numberedText(): string {
    return this.texts.reduce((before, after, number) => `${before}$${number}${after}`);
  }
}

/** SQL from a template: a value becomes a parameter, and {@link Sql} becomes part of the text. */
export function sql(template: readonly string[], ...parts: readonly (SqlValue | Sql)[]): Sql {
  const [first = '', ...rest] = template;
  const texts = [first];
  const values: SqlValue[] = [];
  for (const [at, part] of parts.entries()) {
    const after = rest[at] ?? '';
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
