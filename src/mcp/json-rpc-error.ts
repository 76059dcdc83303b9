import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCErrorResponse,
  type RequestId,
} from '@modelcontextprotocol/client';

/** The error codes of JSON-RPC 2.0, section 5.1, for messages that cannot be read. */
export const rpcErrorCode = { parseError: -32700, invalidRequest: -32600 } as const;

/**
 * The JSON-RPC error in the body of an HTTP error.
 *
 * @param body from the server
 * @param requestBody the request, whose id a server may not have read: then the error has none
 * @returns `undefined` if the body is something else, or the request expects no response
 */
export function errorMessageIn(
  body: string,
  requestBody: string,
): JSONRPCErrorResponse | undefined {
  const id = idOf(objectIn(requestBody));
  const message = objectIn(body);
  const { code, message: text, data } = fieldsOf(message['error']);
  const isOther = message['id'] !== undefined && message['id'] !== null && message['id'] !== id;
  if (id === undefined || isOther || message['jsonrpc'] !== '2.0') return undefined;
  if (!Number.isInteger(code) || typeof text !== 'string') return undefined;
  const error = { code: Number(code), message: text, ...(data === undefined ? {} : { data }) };
  return { jsonrpc: '2.0', id, error };
}

/** Whether a text is one JSON-RPC message or an array of them. */
export function isMessageText(text: string): boolean {
  try {
    const messages: unknown[] = [JSON.parse(text)].flat();
    return messages.every(
      (each) =>
        isJSONRPCResultResponse(each) ||
        isJSONRPCErrorResponse(each) ||
        isJSONRPCRequest(each) ||
        isJSONRPCNotification(each),
    );
  } catch {
    return false;
  }
}

/** The id of a JSON-RPC message; `undefined` if it is missing or invalid. */
export function idOf({ id }: Readonly<Record<string, unknown>>): RequestId | undefined {
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** The object in a JSON text; empty for anything else. */
function objectIn(text: string): Record<string, unknown> {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The fields of a value; none for anything but an object. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
