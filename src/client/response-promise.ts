/** A response with what the data alone does not show. */
export interface ResponseDetails<Data> {
  /** The data that the promise of the call resolves to. */
  data: Data;
  /** The parsed JSON of the body, with fields that this version of the client does not know. */
  raw: unknown;
  /** The HTTP status code. */
  status: number;
  /** The headers of the response. */
  headers: Headers;
  /** The `X-Request-Id` header, to quote in a report to the operator. */
  requestId: string | undefined;
  /** The number of requests that were sent: 1 if none was repeated. */
  attempts: number;
}

/** The promise of a call. Resolves to the data of the response. */
export interface ResponsePromise<Data> extends Promise<Data> {
  /** Resolves to the data with the status code, the headers and the attempts of the same call. */
  withResponse(): Promise<ResponseDetails<Data>>;
}

export function responsePromise<Data>(
  details: Promise<ResponseDetails<Data>>,
): ResponsePromise<Data> {
  const promise = details.then(({ data }) => data);
  return addMethods(promise, {
    withResponse() {
      // Otherwise the process would report its rejection as unhandled.
      promise.catch(() => {});
      return details;
    },
  });
}

/** Adds methods that are not enumerable, like those of a class. */
export function addMethods<Value extends object, Methods extends object>(
  value: Value,
  methods: Methods,
): Value & Methods {
  for (const key of Reflect.ownKeys(methods)) {
    Object.defineProperty(value, key, { value: Reflect.get(methods, key) });
  }
  return value as Value & Methods;
}
