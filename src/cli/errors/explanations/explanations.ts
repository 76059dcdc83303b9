import { type ErrorCode, errorStatus } from '../../../contract/errors.ts';
import { type ExitCode, exitMeaning } from '../exit-code.ts';
import { deliveryErrors, deliveryStatusError, deliveryStatuses } from './delivery-words.ts';
import type { CodeExplanation, Pair } from './explanation.ts';
import { programErrors } from './program-errors.ts';
import { serviceErrors } from './service-errors.ts';
import { webhookReasons } from './webhook-reasons.ts';

/** What a code means in each place where it is met; an HTTP status is that of the service's errors. */
export function explanationsOf(code: string): CodeExplanation[] {
  const answered = deliveryStatusError(code);
  if (answered) return [answered];
  return allExplanations().filter((each) => each.code === code || String(each.status) === code);
}

/** Everything that can be explained. A code may be met in more than one place. */
export function allExplanations(): CodeExplanation[] {
  return [
    ...Object.entries(exitMeaning).map(([code, meaning]): CodeExplanation => {
      return { code, kind: 'exit_code', meaning, way_out: wayOutOf(Number(code) as ExitCode) };
    }),
    ...entriesOf('service_error', serviceErrors).map((each) => {
      return { ...each, status: errorStatus[each.code as ErrorCode] };
    }),
    ...entriesOf('program_error', programErrors),
    ...entriesOf('delivery_status', deliveryStatuses),
    ...entriesOf('delivery_error', deliveryErrors),
    ...entriesOf('webhook_reason', webhookReasons),
  ];
}

function entriesOf(
  kind: CodeExplanation['kind'],
  table: Readonly<Record<string, Pair>>,
): CodeExplanation[] {
  return Object.entries(table).map(([code, [meaning, way_out]]) => {
    return { code, kind, meaning, way_out };
  });
}

function wayOutOf(code: ExitCode): string {
  if (code === 0) return 'Nothing to do.';
  if (code === 9) return 'Widen the query or the time.';
  if (code === 130 || code === 143) return 'Run it again.';
  return 'Read `error` in the JSON that was printed, and explain that.';
}
