/** Properties whose values are texts and numbers that are checked, or errors. */
const plainProperties: ReadonlySet<PropertyKey> = new Set([
  ...['name', 'message', 'stack', 'code', 'errno', 'syscall', 'hostname', 'address', 'port'],
  ...['cause', 'errors'],
]);

/** Maximum number of causes inside each other, and of errors in an `AggregateError`. */
const maxCauses = 8;

/**
 * Makes the error of a foreign function safe to log. An error that has only texts without a secret is
 * returned as it is. Any other is replaced by a copy of its texts, because it may hold the request,
 * whose headers contain the API key.
 *
 * @param redact replaces the secrets in a text
 */
export function redactError(error: unknown, redact: (text: string) => string): unknown {
  if (typeof error === 'string') return redact(error);
  if (!isErrorLike(error)) return typeof error === 'object' ? new Error('not an error') : error;
  return isPlain(error, redact, maxCauses) ? error : copyOf(error, redact, maxCauses);
}

interface ErrorLike {
  name?: unknown;
  message: string;
  stack?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/** Test tools run code in other realms, where `instanceof Error` is false. */
export function isErrorLike(value: unknown): value is ErrorLike {
  return typeof value === 'object' && value !== null && typeof at(value, 'message') === 'string';
}

/** A property, which may be a getter that throws. */
function at(value: object, key: PropertyKey): unknown {
  try {
    return Reflect.get(value, key);
  } catch {
    return undefined;
  }
}

function isPlain(error: unknown, redact: (text: string) => string, depth: number): boolean {
  if (typeof error === 'string') return redact(error) === error;
  if (typeof error !== 'object' || error === null) return true;
  if (depth === 0 || !(error instanceof Error)) return false;
  if (redact(error.message) !== error.message) return false;
  return Reflect.ownKeys(error).every((key) => {
    const value = at(error, key);
    if (typeof value === 'number' || typeof value === 'boolean' || value === undefined) return true;
    if (!plainProperties.has(key)) return false;
    if (key !== 'errors') return isPlain(value, redact, depth - 1);
    return (
      Array.isArray(value) &&
      value.length <= maxCauses &&
      value.every((each) => isPlain(each, redact, depth - 1))
    );
  });
}

function copyOf(error: ErrorLike, redact: (text: string) => string, depth: number): Error {
  const { cause, errors } = { cause: at(error, 'cause'), errors: at(error, 'errors') };
  const inner =
    depth > 0 && cause !== undefined ? copyOfCause(cause, redact, depth - 1) : undefined;
  const copy = new Error(redact(error.message), inner === undefined ? {} : { cause: inner });
  for (const key of ['name', 'stack', 'code', 'errno', 'syscall', 'hostname', 'address', 'port']) {
    const value = at(error, key);
    const isText = typeof value === 'string';
    if (!isText && typeof value !== 'number') continue;
    const text = isText ? redact(value) : value;
    Object.defineProperty(copy, key, { value: text, configurable: true, writable: true });
  }
  if (depth > 0 && Array.isArray(errors)) {
    const value = errors.slice(0, maxCauses).map((each) => copyOfCause(each, redact, depth - 1));
    Object.defineProperty(copy, 'errors', { value, configurable: true, writable: true });
  }
  return copy;
}

function copyOfCause(cause: unknown, redact: (text: string) => string, depth: number): unknown {
  if (typeof cause === 'string') return redact(cause);
  if (isErrorLike(cause)) return copyOf(cause, redact, depth);
  return typeof cause === 'object' ? undefined : cause;
}
