import type { OperationName } from '../../generated/operations.ts';
import type { Fault } from './fault.ts';

/** A request that the server has received. API keys and signing secrets are replaced by `***`. */
export interface JournaledRequest {
  /** When it arrived, on the server's clock (RFC 3339). */
  time: string;
  /** The `X-Request-Id` of the response. */
  requestId: string;
  /** The HTTP method. */
  method: string;
  /** Without the query. */
  path: string;
  /** Such as `news.search`; `null` if no operation was called, as with a wrong key. */
  operation: OperationName | null;
  /** The id of the authenticated account. */
  account: string | null;
  /** The status code; `null` if a fault kept the response from being sent. */
  status: number | null;
  /** The fault that was applied, without `times`. */
  fault: Omit<Fault, 'times'> | null;
  /** The input of the operation, before it was validated: fields of the path, the query and the body. */
  input: unknown;
}

export const journaledRequestFields = [
  'time',
  'requestId',
  'method',
  'path',
  'operation',
  'account',
  'status',
  'fault',
  'input',
] as const satisfies (keyof JournaledRequest)[];
