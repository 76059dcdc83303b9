import type { Operation } from '../../contract/operation.ts';

/** The surfaces that offer the operations of the service. */
export const surfaceNames = ['http', 'mcp', 'cli'] as const;
/** One of the {@link surfaceNames}. */
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
