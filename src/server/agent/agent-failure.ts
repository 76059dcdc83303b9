import * as z from 'zod/mini';
import { jsonExcess } from '../../node/json-bounds.ts';

const failureSchema = z.looseObject({
  failure: z.looseObject({
    kind: z.enum(['settings', 'endpoint', 'timeout', 'response']),
    /** The HTTP status code of the endpoint. */
    status: z.optional(z.int().check(z.minimum(100), z.maximum(599))),
  }),
});

/**
 * Why an agent failed, for users of the monitor, if the output of the program is
 * `{ "failure": { "kind", "status" } }`; otherwise `undefined`. The text has nothing else of the output.
 */
export function agentFailure(output: Uint8Array): string | undefined {
  if (jsonExcess(output, { maxDepth: 10, maxValues: 100 })) return undefined;
  const { data } = failureSchema.safeParse(parsed(output));
  if (!data) return undefined;
  const { kind, status } = data.failure;
  if (kind === 'settings') return 'failed: its settings or its task are invalid';
  if (kind === 'timeout') return 'failed: its model did not respond in time';
  if (kind === 'response') return 'failed: its model gave no usable response';
  return status === undefined
    ? 'failed: its model cannot be reached or gave no usable response'
    : `failed: its model responded with status ${status}`;
}

function parsed(output: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(output));
  } catch {
    return undefined;
  }
}
