import type { ServiceResponse } from '../../../client/raw-client.ts';
import { signatureTolerance } from '../../../contract/events.ts';
import { exitCode, exitCodeForStatus } from '../../errors/exit-code.ts';
import { type CheckResult, type CheckResults, failed, ok, skipped } from './check.ts';

/**
 * What the service's answer to the account overview tells.
 *
 * @param source where the key stands
 * @param now this machine's clock when the answer came, in milliseconds
 */
export function checkService(
  answer: ServiceResponse,
  source: string,
  now: number,
): Pick<CheckResults, 'service' | 'key' | 'plan' | 'clock'> {
  const { status, body, date } = answer;
  const clock = checkClock(date, now);
  if (status < 400) {
    const service = ok(`it answers (${status})`);
    return { service, key: ok(`the service takes the key (${source})`), plan: planIn(body), clock };
  }
  const { message = '' } = body as { message?: unknown };
  const refused = `the service answers ${status}: ${message}`;
  const code = exitCodeForStatus(status);
  if (code === exitCode.auth) {
    const hint = 'Make a key in the service’s settings under Agents, then export SERVICE_API_KEY';
    const key = failed(`${refused} (the key of ${source})`, hint, code);
    return { service: ok(`it answers (${status})`), key, plan: skipped('no key is taken'), clock };
  }
  return {
    service: failed(refused, 'Run it again after a moment; see: newswatch explain', code),
    key: skipped('the service did not say'),
    plan: skipped('the service did not say'),
    clock,
  };
}

function planIn(body: unknown): CheckResult {
  const plan = (body as { plan?: { status?: unknown; url?: unknown } | null } | null)?.plan;
  if (plan?.status === 'active') return ok('the plan is active');
  if (typeof plan?.status !== 'string') return skipped('the overview names no plan');
  return failed(
    'there is no paid plan: news and monitoring are refused with plan_required',
    `Show this address to a human, and buy nothing: ${plan.url}`,
    exitCode.plan_required,
  );
}

function checkClock(date: string | undefined, now: number): CheckResult {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return skipped('the answer has no Date');
  const seconds = Math.round((now - theirs) / 1000);
  const skew = `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the service’s`;
  if (Math.abs(seconds) <= signatureTolerance) return ok(`this clock is ${skew}`);
  return failed(
    `this clock is ${skew}: beyond ${signatureTolerance} s no webhook verifies`,
    'Have the clock set by NTP',
    exitCode.unexpected,
  );
}
