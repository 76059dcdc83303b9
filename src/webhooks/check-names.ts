import { checkOptionNames } from '../contract/check-option-names.ts';
import { WebhookError } from './webhook-error.ts';

/** @throws {WebhookError} `bad_arguments` if it is not an object of options, or an option is unknown */
export function checkNames(subject: string, options: object, known: readonly string[]): void {
  checkOptionNames(subject, options, known, {
    toError: ({ message }) => new WebhookError('bad_arguments', message),
  });
}
