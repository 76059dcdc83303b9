import { textField } from '../../../contract/shared-fields.ts';

const nameField = textField(100, 'A name for people');

/**
 * The name of an account, a team or a key, without surrounding white space.
 *
 * @throws the error for the message if it is empty or too long
 */
export function checkedName(text: string, toError: (message: string) => Error): string {
  const name = text.trim();
  const [issue] = nameField.safeParse(name).error?.issues ?? [];
  if (issue) throw toError(`the name ${issue.message}`);
  return name;
}
