import { similarName } from '../../../contract/did-you-mean.ts';
import { Failure, invalidInput } from '../../errors/failure.ts';
import { replaceMembers } from '../json-parts.ts';
import { itemsOf, listOf, membersOfItem } from './document-items.ts';
import { isSchemaField, schemaFields, topLevelFields } from './schema-fields.ts';
import { valueAt } from './value-at.ts';
import type { Source, Target } from './view.ts';

/** @throws {Failure} `invalid_value` if a path is empty or has spaces */
export function parseFields(text: string): string[] {
  const paths = text.split(',').map((each) => each.trim());
  if (paths.some((each) => !/^\S+$/.test(each))) {
    throw invalidInput('--fields must be names separated by commas', 'Write it as title,url');
  }
  return [...new Set(paths)];
}

/**
 * Reduces each item of a document to the fields at some paths. An item becomes an object with the paths
 * as its keys, in their order and without those that it lacks; the values stay as sent, and so do the
 * other members of a list.
 */
export class FieldSelection {
  readonly paths: readonly string[];
  readonly #source: Source;
  readonly #warn: Target['warn'];
  /** The paths that are neither declared nor found so far. */
  #unknown: string[];

  /** @throws {Failure} `unknown_field` if a write does not declare a field: it is not sent then */
  constructor(paths: readonly string[], source: Source, { warn }: Pick<Target, 'warn'>) {
    const { operation, fields } = source;
    this.paths = paths;
    this.#source = source;
    this.#warn = warn;
    this.#unknown = paths.filter((path) =>
      operation ? !isSchemaField(operation, path) : !fields?.includes(path.split('.', 1)[0] ?? ''),
    );
    const [first] = this.#unknown;
    if (first === undefined) return;
    if (fields) throw unknownField(first, fields, fields, source);
    if (operation && operation.effect !== 'read') {
      throw unknownField(first, schemaFields(operation), topLevelFields(operation), source);
    }
  }

  /** @throws {Failure} `unknown_field` if a field is neither declared nor in the document */
  select(json: string): string {
    const items = itemsOf(json, this.#source).map(membersOfItem);
    const reduced = items.map((members) => this.#reduce(members));
    this.#checkUnknown(items);
    const list = listOf(json, this.#source);
    if (list === undefined) return reduced.join();
    return replaceMembers(json, new Map([[list, `[${reduced.join(',')}]`]]));
  }

  #reduce(members: ReadonlyMap<string, string>): string {
    const parts = this.paths.flatMap((path) => {
      const value = valueAt(members, path);
      return value === undefined ? [] : [`${JSON.stringify(path)}:${value}`];
    });
    return `{${parts.join(',')}}`;
  }

  /** The first page with items decides: a later one need not be awaited to report a typing error. */
  #checkUnknown(items: readonly ReadonlyMap<string, string>[]): void {
    if (this.#unknown.length === 0) return;
    const missing = this.#unknown.find((path) =>
      items.every((members) => valueAt(members, path) === undefined),
    );
    if (missing === undefined) {
      this.#unknown = [];
      return;
    }
    const { operation } = this.#source;
    const found = items.flatMap((members) => [...members.keys()]);
    const known = [...new Set([...(operation ? topLevelFields(operation) : []), ...found])];
    const failure = unknownField(
      missing,
      [...known, ...(operation ? schemaFields(operation) : [])],
      known,
      this.#source,
    );
    if (items.length > 0) throw failure;
    this.#unknown = [];
    this.#warn(failure.message);
  }
}

function unknownField(
  path: string,
  names: readonly string[],
  listed: readonly string[],
  { list }: Source,
): Failure {
  const message = `there is no field ${JSON.stringify(path)}`;
  // `.items[].title` of jq is `title` here.
  const similar = similarName(
    path.replace(/^\./, '').replace(`${list}[].`, '').replace(`${list}.`, ''),
    names,
  );
  if (similar !== undefined && /\.0(?:\.|$)/.test(similar) && !/\d/.test(path)) {
    const items = list === undefined ? '' : `.${list}[]`;
    return new Failure('unknown_field', `${message}; ${similar} is that of the first one only`, {
      hint: `For all of them, use --jq '${items}.${similar.replace(/\.0(?=\.|$)/g, '[]')}'`,
    });
  }
  const suggestion = similar === undefined ? '' : `; did you mean ${similar}?`;
  return new Failure('unknown_field', message + suggestion, {
    hint: listed.length > 0 ? `Fields: ${listed.join(', ')}` : undefined,
  });
}
