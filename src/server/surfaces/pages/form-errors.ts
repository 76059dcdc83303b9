import type { ApiError } from '../../domain/api-error.ts';
import { asSentence, errorText } from './error-words.ts';
import type { FlashMessage } from './flash-message.ts';

interface FieldIssue {
  field: string;
  message: string;
}

/** The fields of the form for a connection. */
const connectionFields: readonly string[] = ['webhook_url', 'name', 'monitor_id'];

/** An error of the form for a connection: by the names of its fields, or else as a message. */
export function connectionErrors(error: ApiError): {
  errors: Readonly<Record<string, string>>;
  flash: FlashMessage | undefined;
} {
  const errors = fieldErrors(error);
  if (Object.keys(errors).length > 0) {
    return { errors, flash: { kind: 'failed', text: 'Nothing was saved: a field is not valid.' } };
  }
  return { errors, flash: { kind: 'failed', text: errorText(error) } };
}

/** The messages of an error by the names of the fields. */
function fieldErrors({ message, details, field }: ApiError): Record<string, string> {
  const issues =
    (details['issues'] as FieldIssue[] | undefined) ?? (field ? [{ field, message }] : []);
  return Object.fromEntries(
    issues
      .filter((issue) => connectionFields.includes(issue.field))
      .map((issue) => [issue.field, asSentence(withoutName(issue))]),
  );
}

function withoutName({ field, message }: FieldIssue): string {
  return message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;
}
