import { type ErrorCode, errorStatus } from '../../../contract/error-status.ts';
import { type ExitCode, exitMeaning } from '../exit-code.ts';
import { deliveryErrors, deliveryStatuses, explainReceiverStatus } from './delivery-errors.ts';
import type { CodeExplanation, Explained } from './explanation.ts';
import { programErrors } from './program-errors.ts';
import { serviceErrors } from './service-errors.ts';
import { webhookReasons } from './webhook-reasons.ts';

/** All meanings of a code. An HTTP status code matches every service error with that status. */
export function explanationsOf(code: string): CodeExplanation[] {
  const explanation = explainReceiverStatus(code);
  if (explanation) return [explanation];
  return allExplanations().filter((each) => each.code === code || String(each.status) === code);
}

/** Every explanation; some codes occur in more than one place. */
export function allExplanations(): CodeExplanation[] {
  return [
    ...Object.entries(exitMeaning).map(([code, meaning]): CodeExplanation => {
      return { code, kind: 'exit_code', meaning, hint: exitCodeHint(Number(code) as ExitCode) };
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
  table: Readonly<Record<string, readonly [...Explained, ...unknown[]]>>,
): CodeExplanation[] {
  return Object.entries(table).map(([code, [meaning, hint]]) => ({ code, kind, meaning, hint }));
}

function exitCodeHint(code: ExitCode): string {
  if (code === 0) return 'Nothing to do.';
  if (code === 9) return 'Widen the query or the time range.';
  if (code === 130 || code === 143) return 'Run the command again.';
  return 'Run newswatch explain with the `error` of the printed JSON.';
}
