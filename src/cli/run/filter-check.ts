import type { ServiceResponse } from '../../client/raw-client.ts';
import { counted } from '../../contract/counted.ts';
import { fieldsOf } from '../../contract/field.ts';
import type { Operation } from '../../contract/operation.ts';
import { Failure } from '../errors/failure.ts';
import { bodyItems } from '../output/body-items.ts';
import type { Shell } from '../shell.ts';
import { flagName } from './input-flags.ts';

type Input = Readonly<Record<string, unknown>>;

/** The fields that select items. They are extensions, which another deployment may ignore. */
const filters = ['since', 'until', 'monitor_id'];

/** Compares the items of responses with the filters of their input. */
export class FilterCheck {
  readonly #operation: Operation;
  readonly #input: Input;
  #items = 0;
  #unwanted = 0;

  constructor(operation: Operation, input: Input) {
    this.#operation = operation;
    this.#input = input;
  }

  /** @throws {Failure} `bad_response` if the service ignores a filter, with `strict` */
  add(
    { status, body }: Pick<ServiceResponse, 'status' | 'body'>,
    { strict }: { strict?: boolean },
  ): void {
    if (status >= 400) return;
    const items = bodyItems(body, this.#operation.list);
    this.#items += items.length;
    this.#unwanted += items.filter((item) => !this.#isWanted(Object(item))).length;
    if (strict && this.#unwanted > 0) throw new Failure('bad_response', this.#ignored());
  }

  /** Warns if the service ignored a filter, or if the range is in the future, so that it found nothing. */
  report({ output }: Pick<Shell, 'output'>): void {
    const { since } = this.#input;
    if (this.#unwanted > 0) {
      output.note(`newswatch: warning: ${this.#ignored()}`);
    } else if (this.#items === 0 && Date.parse(String(since)) > Date.now()) {
      output.note(`newswatch: nothing is found: --since ${since} is in the future`);
    }
  }

  #ignored(): string {
    const flags = fieldsOf(this.#operation)
      .filter(({ name }) => filters.includes(name) && this.#input[name] !== undefined)
      .map((field) => flagName(this.#operation, field));
    return `the service ignores ${flags.join(' or ')}: ${this.#unwanted} of ${counted(this.#items, 'item')} should not be listed`;
  }

  #isWanted(item: Readonly<Record<string, unknown>>): boolean {
    const { since, until, monitor_id } = this.#input;
    if (monitor_id !== undefined && item['monitor_id'] !== monitor_id) return false;
    const time = Date.parse(String(item[this.#operation.timeField ?? '']));
    // A missing date, or one in the future, does not say from when on the item counts.
    if (Number.isNaN(time) || time > Date.now()) return true;
    const isEarly = since !== undefined && time < Date.parse(String(since));
    return !isEarly && !(until !== undefined && time > Date.parse(String(until)));
  }
}
