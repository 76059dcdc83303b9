import { createHmac } from 'node:crypto';
import type { ReceivedRequest } from './callback-receiver.ts';
import { describe } from './json.ts';
import { ensure } from './violation.ts';

/** A header of a received request; empty if it is missing. Repeated headers are joined. */
export function headerText({ headers }: ReceivedRequest, name: string): string {
  return [headers[name.toLowerCase()] ?? ''].flat().join(', ');
}

/**
 * Checks the signature of docs/service.md §8.3, computed here independently of the functions that
 * the package offers to receivers.
 *
 * @throws {Violation} if no signature of the request is valid
 */
export function ensureSigned(request: ReceivedRequest, secret: string): void {
  const signed = `${headerText(request, 'x-service-timestamp')}.`;
  const mac = createHmac('sha256', secret).update(signed).update(request.body).digest('hex');
  const signatures = headerText(request, 'x-service-signature').split(/,\s*/);
  ensure(signatures.includes(`v1=${mac}`), `no valid signature in ${describe(signatures)}`);
}
