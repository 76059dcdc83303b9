import { didYouMean } from '../../../contract/did-you-mean.ts';
import type { Operation } from '../../../contract/operation.ts';
import { isResponseField, responseFields } from './schema-fields.ts';

/** Fields that functions of jq add: `to_entries`, `capture`, `match`. */
const ofJq = new Set(['key', 'value', 'name', 'offset', 'length', 'string', 'captures']);

const paths = /(?<![\w"/:.])\.[a-z_]\w*(?:(?:\[[^\]]*\])*\??\.[a-z_]\w*)*/gi;
const shorthands = /[{,]\s*([a-z_]\w*)\s*(?=[,}])/gi;

/**
 * The first field that a jq program reads, and that neither the operation declares nor the document has or the
 * program sets: jq returns `null` for it.
 *
 * @returns a message with a similar field
 */
export function unknownJqField(
  program: string,
  json: string,
  operation: Operation,
): string | undefined {
  const fields = responseFields(operation);
  const declared = new Set(
    fields.flatMap((path) => path.split('.').filter((name) => name !== '0')),
  );
  const isKnown = (name: string) =>
    declared.has(name) || ofJq.has(name) || json.includes(`"${name}"`) || isSet(name, program);
  /** Maps have any keys. */
  const isKey = (name: string, parent: string | undefined) =>
    fields
      .filter((path) => parent !== undefined && `.${path}`.endsWith(`.${parent}`))
      .some((path) => isResponseField(operation, `${path}.${name}`));
  const chains = [
    ...[...program.matchAll(paths)].map(([path]) => path.match(/(?<=\.)[a-z_]\w*/gi) ?? []),
    ...[...program.matchAll(shorthands)].map(([, name = '']) => [name]),
  ];
  const unknown = chains
    .map((names) => names.find((name, at) => !isKnown(name) && !isKey(name, names[at - 1])))
    .find((name) => name !== undefined);
  if (unknown === undefined) return undefined;
  return `there is no field ${JSON.stringify(unknown)}${didYouMean(unknown, [...declared])}`;
}

/** Whether a program makes or assigns a field itself. */
function isSet(name: string, program: string): boolean {
  return new RegExp(`\\b${name}\\b"?\\)?\\s*(:|>|[-+*/%|]?/?=(?!=))`).test(program);
}
