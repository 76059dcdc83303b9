import type { Operation } from '../../contract/operation.ts';

export const surfaceNames = ['http', 'mcp', 'cli'] as const;
export type SurfaceName = (typeof surfaceNames)[number];

/** The response to a call, on any surface. */
export interface CallResult {
  isError: boolean;
  /** The parsed JSON. */
  body: unknown;
}

/** One way to call the operations of the service, with one API key. */
export interface Surface {
  call(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<CallResult>;
  close(): Promise<void>;
}
