import { checkOptionNames, type Refusal, typeError } from './check-option-names.ts';
import { similarName } from './did-you-mean.ts';
import { type OptionType, type OptionTypes, text } from './option-types.ts';
import { typeName, valueName } from './type-name.ts';

/**
 * Checks the names and the types of options. Messages never contain texts, which may be secrets.
 *
 * @param subject of a message, such as `startServer()`
 * @throws {Error} of the refusal (default: a `TypeError`) with the option, and what it must be
 */
export function checkOptions<Options>(
  subject: string,
  options: unknown,
  types: OptionTypes<Options>,
  refusal: Refusal = {},
): void {
  const known = new Map<string, OptionType>(Object.entries(types));
  checkOptionNames(subject, options, [...known.keys()], { similarTo, ...refusal });
  for (const [option, type] of known) {
    const value = options[option];
    if (value === undefined ? !type.isRequired : type.accepts(value)) continue;
    const problem =
      value === undefined
        ? `${subject} needs the option ${option}, ${type.description}`
        : `${subject}: ${option} must be ${type.description} (got ${nameOf(value, type)})`;
    const hint = `Pass ${option} as ${type.description}`;
    throw (refusal.toError ?? typeError)({ option, message: problem, hint });
  }
}

/** A number in the place of a text may be a secret. */
function nameOf(value: unknown, { description }: OptionType): string {
  return description === text.description ? typeName(value) : valueName(value);
}

function similarTo(name: string, known: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  const within = known.find((each) => lower.includes(each.toLowerCase()));
  return within ?? similarName(name, known);
}
