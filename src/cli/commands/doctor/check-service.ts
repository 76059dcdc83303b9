import type { ServiceResponse } from '../../../client/raw-client.ts';
import { signatureTolerance } from '../../../contract/webhook-request.ts';
import { exitCode, exitCodeForStatus } from '../../errors/exit-code.ts';
import { type DoctorCheck, type DoctorChecks, failed, ok, skipped } from './check.ts';

/**
 * Evaluates the response to the account overview.
 *
 * @param source where the key comes from
 * @param now time of this machine when the response arrived, in milliseconds
 */
export function checkService(
  response: ServiceResponse,
  source: string,
  now: number,
): Pick<DoctorChecks, 'service' | 'key' | 'plan' | 'clock'> {
  const { status, body, date } = response;
  const clock = checkClock(date, now);
  const service = ok(`it responds (status ${status})`);
  if (status < 400) {
    return { service, key: ok(`the key is valid (${source})`), plan: checkPlan(body), clock };
  }
  const { message = '' } = body as { message?: unknown };
  const error = `the service responded with status ${status}: ${message}`;
  const code = exitCodeForStatus(status);
  if (code === exitCode.auth) {
    const hint =
      'Create a key in the settings of the service under Agents, then run newswatch auth login or set SERVICE_API_KEY';
    const key = failed(`${error} (the key is from ${source})`, hint, code);
    return { service, key, plan: skipped('needs a valid key'), clock };
  }
  const notChecked = skipped('needs a successful response');
  return {
    service: failed(error, `Try again in a moment; see: newswatch explain ${status}`, code),
    key: notChecked,
    plan: notChecked,
    clock,
  };
}

function checkPlan(body: unknown): DoctorCheck {
  const plan = (body as { plan?: { status?: unknown; url?: unknown } | null } | null)?.plan;
  if (plan?.status === 'active') return ok('the plan is active');
  if (typeof plan?.status !== 'string') return skipped('the overview contains no plan');
  return failed(
    'there is no paid plan: news and monitoring fail with plan_required',
    `Show this URL to a human; never buy a plan automatically: ${plan.url}`,
    exitCode.plan_required,
  );
}

function checkClock(date: string | undefined, now: number): DoctorCheck {
  const serviceTime = Date.parse(date ?? '');
  if (Number.isNaN(serviceTime)) return skipped('the response has no Date header');
  const seconds = Math.round((now - serviceTime) / 1000);
  const skew = `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} that of the service`;
  if (Math.abs(seconds) <= signatureTolerance) return ok(`this clock is ${skew}`);
  return failed(
    `this clock is ${skew}: beyond ${signatureTolerance} s, webhook verification fails`,
    'Synchronize the clock, for example with NTP',
    exitCode.unexpected,
  );
}
