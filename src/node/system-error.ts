import { getSystemErrorMap } from 'node:util';
import { errorCode, explainNetworkCode } from './error-code.ts';
import { errorMessage } from './error-message.ts';

/** Whether an error means that a file or its folder does not exist. */
export function isFileMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** The meaning of an error code, such as `connection refused`; `undefined` if it is unknown. */
export function explainCode(code: string): string | undefined {
  // libuv describes it too vaguely.
  if (code === 'EISDIR') return 'is a directory';
  const known = explainNetworkCode(code);
  if (known) return known;
  for (const [name, message] of getSystemErrorMap().values()) if (name === code) return message;
  return undefined;
}

/** Why an I/O operation failed: `connection refused (ECONNREFUSED)`, or the error's message. */
export function describeSystemError(error: unknown): string {
  const code = errorCode(error);
  if (code === undefined) return errorMessage(error);
  const explanation = explainCode(code);
  return explanation === undefined ? code : `${explanation} (${code})`;
}
